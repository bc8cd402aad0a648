import { Table, Text, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useCall } from '../../base/services/services.tsx'
import { useText } from '../../base/text/text.tsx'
import { useFailureToast } from '../../base/toasts/use-failure-toast.ts'
import { FormSection } from '../../ui/form/form-section.tsx'
import { LoadFailed } from '../../ui/page/load-failed.tsx'
import { LoadingLines } from '../../ui/page/loading.tsx'
import { pluginsQuery } from './node-queries.ts'
import classes from './nodes.module.css'

export function PluginsSection({ nodeId }: { nodeId: string }) {
  const t = useText()
  const plugins = useQuery(pluginsQuery(useCall(), nodeId))
  useFailureToast(
    plugins.error,
    (status) => t('nodes.toast.pluginsFailed', { node: nodeId, status }),
    t('nodes.toast.pluginsFailed.title'),
  )
  const [filter, setFilter] = useState('')
  const wanted = filter.trim().toLowerCase()
  const shown = plugins.data?.filter(({ name, description, author }) =>
    [name, description, author].some((text) => text.toLowerCase().includes(wanted)),
  )
  return (
    <FormSection
      title={plugins.data === undefined ? t('nodes.plugins') : t('nodes.plugins.count', { count: plugins.data.length })}
    >
      {plugins.isPending && <LoadingLines lines={2} />}
      {plugins.isError && <LoadFailed error={plugins.error} onRetry={plugins.refetch} />}
      {plugins.data?.length === 0 && (
        <Text size="sm" c="dimmed">
          {t('nodes.plugins.none')}
        </Text>
      )}
      {plugins.data !== undefined && plugins.data.length > 0 && (
        <>
          <TextInput
            size="xs"
            aria-label={t('nodes.plugins.filter')}
            placeholder={t('nodes.plugins.filter')}
            value={filter}
            onChange={(event) => setFilter(event.currentTarget.value)}
          />
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard */}
          <section className={classes['scroll']} tabIndex={0} aria-label={t('nodes.plugins')}>
            <Table>
              <Table.Thead>
                <Table.Tr>
                  <Table.Th>{t('nodes.plugins.name')}</Table.Th>
                  <Table.Th>{t('nodes.plugins.version')}</Table.Th>
                  <Table.Th>{t('nodes.plugins.author')}</Table.Th>
                  <Table.Th>{t('nodes.plugins.description')}</Table.Th>
                </Table.Tr>
              </Table.Thead>
              <Table.Tbody translate="no">
                {shown?.map((plugin) => (
                  <Table.Tr key={plugin.unique_id}>
                    <Table.Td>{plugin.name}</Table.Td>
                    <Table.Td>{plugin.version}</Table.Td>
                    <Table.Td>{plugin.author}</Table.Td>
                    <Table.Td>{plugin.description}</Table.Td>
                  </Table.Tr>
                ))}
              </Table.Tbody>
            </Table>
          </section>
        </>
      )}
    </FormSection>
  )
}
