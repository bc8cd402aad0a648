/** The results of a search: a summary line and the widgets. */
import type { Widget } from '@logyard/contract/views/view-state'
import { Box } from '@mantine/core'
import { IconBug, IconDownload, IconLayoutDashboard } from '@tabler/icons-react'
import { type RefObject, useState } from 'react'
import { deferred } from '../../../base/deferred/deferred.tsx'
import { useText } from '../../../base/text/text.tsx'
import type { RowAction } from '../../../ui/menu/row-action.ts'
import { isMessages } from '../../../view-document/model/view-model.ts'
import { WidgetGrid } from '../../../widgets/grid/widget-grid.tsx'
import { factsOf } from '../editing/run-facts.ts'
import { draftedSearch, type SearchSession, type SessionState } from '../editing/search-session.ts'
import { widgetForDashboard } from '../editing/to-dashboard.ts'
import { useExportSource } from '../saved/use-export-source.ts'

const CopyToDashboardDialog = deferred(() =>
  import('../../../view-document/dashboards/copy-to-dashboard-dialog.tsx').then(
    (module) => module.CopyToDashboardDialog,
  ),
)
const InspectDialog = deferred(() =>
  import('../../../view-document/inspection/inspect-dialog.tsx').then((module) => module.InspectDialog),
)
const MissingMessages = deferred(() => import('./missing-messages.tsx').then((module) => module.MissingMessages))
const NoWidgets = deferred(() => import('./no-widgets.tsx').then((module) => module.NoWidgets))
const NothingFound = deferred(() => import('./nothing-found.tsx').then((module) => module.NothingFound))
const MessageExportDialog = deferred(() =>
  import('../../../messages-table/export/message-export-dialog.tsx').then((module) => module.MessageExportDialog),
)

interface SearchResultsProps {
  readonly session: SearchSession
  readonly state: SessionState
  readonly scroller: RefObject<HTMLElement | null>
  /** The element for the tools of the table below all widgets. */
  readonly tools: HTMLElement | null
}

export function SearchResults({ session, state, scroller, tools }: SearchResultsProps) {
  const t = useText()
  const { run, history } = state
  const { page, query } = history.present
  const [exportedId, setExportedId] = useState<string>()
  const source = useExportSource(state)
  const exported = source?.tables.find(({ widget }) => widget.id === exportedId)
  const { total, range, missingShards = [] } = factsOf(run) ?? {}
  const isEmpty = !run.isRunning && total === 0
  const [copied, setCopied] = useState<Widget>()
  const [inspected, setInspected] = useState<{ readonly widget: Widget; readonly title: string }>()
  const menuActions = (widget: Widget, title: string): readonly RowAction[] => [
    ...(isMessages(widget)
      ? [
          {
            label: t('search.export.table'),
            icon: <IconDownload size={15} />,
            disabledBecause: source === undefined ? t('search.export.notYet') : undefined,
            onClick: () => setExportedId(widget.id),
          },
        ]
      : []),
    {
      label: t('search.inspect'),
      icon: <IconBug size={15} />,
      onClick: () => setInspected({ widget, title }),
    },
    {
      label: t('widgets.toDashboard'),
      icon: <IconLayoutDashboard size={15} />,
      onClick: () => setCopied(widgetForDashboard(widget, query)),
    },
  ]
  return (
    <>
      {missingShards.length > 0 && <MissingMessages shards={missingShards} />}
      {isEmpty && (
        <NothingFound query={query} range={range} onSubmit={(changes) => session.submit({ ...query, ...changes })} />
      )}
      {page.widgets.length === 0 ? (
        <NoWidgets />
      ) : (
        <Box flex={1}>
          <WidgetGrid
            widgets={page.widgets}
            positions={page.positions}
            titles={page.titles}
            menuActions={menuActions}
            scroller={scroller}
            tools={tools}
          />
        </Box>
      )}
      {source !== undefined && exported !== undefined && (
        <MessageExportDialog source={source} table={exported} onClose={() => setExportedId(undefined)} />
      )}
      {inspected !== undefined && (
        <InspectDialog
          subject={inspected.title}
          draft={draftedSearch({ ...history.present, page: { ...page, widgets: [inspected.widget] } }, state)}
          onClose={() => setInspected(undefined)}
        />
      )}
      {copied !== undefined && (
        <CopyToDashboardDialog
          widget={copied}
          title={page.titles.widget?.[copied.id]}
          position={page.positions[copied.id]}
          onClose={() => setCopied(undefined)}
        />
      )}
    </>
  )
}
