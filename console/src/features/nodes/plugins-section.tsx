import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useCall } from '../../base/services/services.tsx'
import { useText } from '../../base/text/text.tsx'
import { useFailureToast } from '../../base/toasts/use-failure-toast.ts'
import { PlainTable } from '../../ui/data-table/plain-table.tsx'
import { Dimmed } from '../../ui/dimmed.tsx'
import { FilterInput } from '../../ui/form/filter-input.tsx'
import { FormSection } from '../../ui/form/form-section.tsx'
import { Loaded } from '../../ui/page/loaded.tsx'
import { pluginsQuery } from './node-queries.ts'

export function PluginsSection({ nodeId }: { nodeId: string }) {
  const t = useText()
  const plugins = useQuery(pluginsQuery(useCall(), nodeId))
  useFailureToast(plugins.error, 'nodes.toast.pluginsFailed', { node: nodeId })
  const [filter, setFilter] = useState('')
  const wanted = filter.trim().toLowerCase()
  const isWanted = (texts: readonly string[]) => texts.some((text) => text.toLowerCase().includes(wanted))
  return (
    <FormSection
      title={plugins.data === undefined ? t('nodes.plugins') : t('nodes.plugins.count', { count: plugins.data.length })}
    >
      <Loaded query={plugins} lines={2}>
        {(loaded) =>
          loaded.length === 0 ? (
            <Dimmed>{t('nodes.plugins.none')}</Dimmed>
          ) : (
            <>
              <FilterInput label={t('nodes.plugins.filter')} value={filter} onChange={setFilter} />
              <PlainTable
                label={t('nodes.plugins')}
                rows={loaded.filter(({ name, description, author }) => isWanted([name, description, author]))}
                rowId={(plugin) => plugin.unique_id}
                columns={[
                  { header: t('nodes.plugins.name'), isData: true, cell: ({ name }) => name },
                  { header: t('nodes.plugins.version'), isData: true, cell: ({ version }) => version },
                  { header: t('nodes.plugins.author'), isData: true, cell: ({ author }) => author },
                  { header: t('nodes.plugins.description'), isData: true, cell: ({ description }) => description },
                ]}
                minWidth={0}
              />
            </>
          )
        }
      </Loaded>
    </FormSection>
  )
}
