import { Table, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { routes } from '../../base/routes/routes.ts'
import { useCall } from '../../base/services/services.tsx'
import { useText } from '../../base/text/text.tsx'
import { inputStatesQuery } from '../../ingest/input-states.ts'
import { FormSection } from '../../ui/form/form-section.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { Loaded } from '../../ui/page/loaded.tsx'
import { ScrollingTable } from '../../ui/scrolling-table/scrolling-table.tsx'
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
            <ScrollingTable
              label={t('nodes.inputTypes')}
              headings={[t('nodes.inputTypes.name'), t('nodes.inputTypes.type')]}
              isData
            >
              {byName.map(([type, name]) => (
                <Table.Tr key={type}>
                  <Table.Td>{name}</Table.Td>
                  <Table.Td ff="monospace" fz="xs">
                    {type}
                  </Table.Td>
                </Table.Tr>
              ))}
            </ScrollingTable>
          )
        }
      </Loaded>
    </FormSection>
  )
}
