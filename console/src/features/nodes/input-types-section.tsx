import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { routes } from '../../base/routes/routes.ts'
import { useCall } from '../../base/services/services.tsx'
import { useText } from '../../base/text/text.tsx'
import { inputStatesQuery } from '../../ingest/input-states.ts'
import { PlainTable } from '../../ui/data-table/plain-table.tsx'
import { FormSection } from '../../ui/form/form-section.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { Loaded } from '../../ui/page/loaded.tsx'
import { inputTypeNamesQuery } from './node-queries.ts'

/** The input types that the node supports, and the number of running inputs of each. */
export function InputTypesSection({ nodeId }: { nodeId: string }) {
  const t = useText()
  const call = useCall()
  const states = useQuery(inputStatesQuery(call))
  const types = useQuery(inputTypeNamesQuery(call))
  const running = states.data?.[nodeId]?.filter(({ state }) => state === 'RUNNING').length
  const byName = Object.entries(types.data ?? {}).toSorted(([, a], [, b]) => a.localeCompare(b, 'en'))
  return (
    <FormSection
      title={t('nodes.inputTypes')}
      description={running === undefined ? undefined : t('nodes.inputTypes.running', { count: running })}
      action={
        <LinkButton size="xs" variant="default" to={routes.inputs.ofNode(nodeId)}>
          {t('nodes.inputTypes.manage')}
        </LinkButton>
      }
    >
      <Loaded query={types} lines={3}>
        {() =>
          byName.length === 0 ? (
            <Text size="sm">{t('nodes.inputTypes.unavailable')}</Text>
          ) : (
            <PlainTable
              label={t('nodes.inputTypes')}
              rows={byName}
              rowId={([type]) => type}
              columns={[{ header: t('nodes.inputTypes.name'), isData: true, cell: ([, name]) => name }]}
              minWidth={0}
            />
          )
        }
      </Loaded>
    </FormSection>
  )
}
