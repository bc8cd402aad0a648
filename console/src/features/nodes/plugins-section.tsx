import { Table, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useCall } from '../../base/services/services.tsx'
import { useText } from '../../base/text/text.tsx'
import { useFailureToast } from '../../base/toasts/use-failure-toast.ts'
import { Dimmed } from '../../ui/dimmed.tsx'
import { FormSection } from '../../ui/form/form-section.tsx'
import { Loaded } from '../../ui/page/loaded.tsx'
import { ScrollingTable } from '../../ui/scrolling-table/scrolling-table.tsx'
import { pluginsQuery } from './node-queries.ts'

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
      <Loaded query={plugins} lines={2}>
        {({ length }) =>
          length === 0 ? (
            <Dimmed>{t('nodes.plugins.none')}</Dimmed>
          ) : (
            <>
              <TextInput
                size="xs"
                aria-label={t('nodes.plugins.filter')}
                placeholder={t('nodes.plugins.filter')}
                value={filter}
                onChange={(event) => setFilter(event.currentTarget.value)}
              />
              <ScrollingTable
                label={t('nodes.plugins')}
                headings={[
                  t('nodes.plugins.name'),
                  t('nodes.plugins.version'),
                  t('nodes.plugins.author'),
                  t('nodes.plugins.description'),
                ]}
                isData
              >
                {shown?.map((plugin) => (
                  <Table.Tr key={plugin.unique_id}>
                    <Table.Td>{plugin.name}</Table.Td>
                    <Table.Td>{plugin.version}</Table.Td>
                    <Table.Td>{plugin.author}</Table.Td>
                    <Table.Td>{plugin.description}</Table.Td>
                  </Table.Tr>
                ))}
              </ScrollingTable>
            </>
          )
        }
      </Loaded>
    </FormSection>
  )
}
