import { Table, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useIsBuilt } from '../../base/routes/built-routes.ts'
import { routes } from '../../base/routes/routes.ts'
import { useCall } from '../../base/services/services.tsx'
import { useText } from '../../base/text/text.tsx'
import { inputStatesQuery } from '../../ingest/input-states.ts'
import { FormSection } from '../../ui/form/form-section.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { LoadFailed } from '../../ui/page/load-failed.tsx'
import { LoadingLines } from '../../ui/page/loading.tsx'
import { inputTypeNamesQuery } from './node-queries.ts'
import classes from './nodes.module.css'

/** The input types that the node supports, and the number of running inputs of each. */
export function InputTypesSection({ nodeId }: { nodeId: string }) {
  const t = useText()
  const call = useCall()
  const isBuilt = useIsBuilt()
  const states = useQuery(inputStatesQuery(call))
  const types = useQuery(inputTypeNamesQuery(call))
  const running = states.data?.[nodeId]?.filter(({ state }) => state === 'RUNNING').length
  const byName = Object.entries(types.data ?? {}).toSorted(([, a], [, b]) => a.localeCompare(b, 'en'))
  return (
    <FormSection
      title={t('nodes.inputTypes')}
      description={running === undefined ? undefined : t('nodes.inputTypes.running', { count: running })}
      action={
        isBuilt(routes.inputs.ofNode) && (
          <LinkButton size="xs" variant="default" to={routes.inputs.ofNode(nodeId)}>
            {t('nodes.inputTypes.manage')}
          </LinkButton>
        )
      }
    >
      {types.isPending && <LoadingLines lines={3} />}
      {types.isError && <LoadFailed error={types.error} onRetry={types.refetch} />}
      {types.data !== undefined && byName.length === 0 && <Text size="sm">{t('nodes.inputTypes.unavailable')}</Text>}
      {byName.length > 0 && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
        <section className={classes['scroll']} tabIndex={0} aria-label={t('nodes.inputTypes')}>
          <Table>
            <Table.Thead>
              <Table.Tr>
                <Table.Th>{t('nodes.inputTypes.name')}</Table.Th>
                <Table.Th>{t('nodes.inputTypes.type')}</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody translate="no">
              {byName.map(([type, name]) => (
                <Table.Tr key={type}>
                  <Table.Td>{name}</Table.Td>
                  <Table.Td ff="monospace" fz="xs">
                    {type}
                  </Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </section>
      )}
    </FormSection>
  )
}
