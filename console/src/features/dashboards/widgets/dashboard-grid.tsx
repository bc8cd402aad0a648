/** The widgets of the open page, with what a dashboard adds to their menus. */
import type { Widget } from '@logyard/contract/views/view-state'
import { IconDownload, IconLayoutDashboard, IconPlayerPlay, IconTransferOut } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { useHrefOf } from '../../../base/routes/location.ts'
import { useMay } from '../../../base/session/current-user.tsx'
import { useText } from '../../../base/text/text.tsx'
import type { RowAction } from '../../../ui/menu/row-actions-menu.tsx'
import { withWidgetMoved } from '../../../view-document/dashboards/page-changes.ts'
import { randomIds } from '../../../view-document/model/random-ids.ts'
import { isAggregation, isMessages } from '../../../view-document/model/view-model.ts'
import { WidgetGrid } from '../../../widgets/grid/widget-grid.tsx'
import { activePage, type DashboardSession, type DashboardState } from '../editing/dashboard-session.ts'
import { replayLink } from './replay-link.ts'
import { TargetPageDialog } from './target-page-dialog.tsx'
import { useTableExport } from './use-table-export.ts'
import { WidgetQueryBar } from './widget-query-bar.tsx'

const CopyToDashboardDialog = lazy(() =>
  import('../../../view-document/dashboards/copy-to-dashboard-dialog.tsx').then((module) => ({
    default: module.CopyToDashboardDialog,
  })),
)
const MessageExportDialog = lazy(() =>
  import('../../../messages-table/export/message-export-dialog.tsx').then((module) => ({
    default: module.MessageExportDialog,
  })),
)

interface DashboardGridProps {
  readonly session: DashboardSession
  readonly state: DashboardState
  readonly canEdit: boolean
}

type Asked = { readonly what: 'move' | 'copy' | 'export'; readonly widget: Widget; readonly title: string }

export function DashboardGrid({ session, state, canEdit }: DashboardGridProps) {
  const t = useText()
  const may = useMay()
  const hrefOf = useHrefOf()
  const [asked, setAsked] = useState<Asked>()
  const source = useTableExport(state)
  const page = activePage(state)
  const { pages } = state.history.present
  const { widgets, positions, titles } = page.state
  const close = () => setAsked(undefined)
  const menuActions = (widget: Widget, title: string): readonly RowAction[] => {
    const isSearched = isAggregation(widget) || isMessages(widget)
    const ask = (what: Asked['what']) => () => setAsked({ what, widget, title })
    return [
      ...(isSearched
        ? [
            {
              label: t('dashboards.widget.replay'),
              icon: <IconPlayerPlay size={15} />,
              onClick: () => window.open(hrefOf(replayLink(state, widget)), '_blank', 'noopener'),
            },
          ]
        : []),
      ...(isMessages(widget)
        ? [
            {
              label: t('search.export.table'),
              icon: <IconDownload size={15} />,
              disabledBecause: source === undefined ? t('search.export.notYet') : undefined,
              onClick: ask('export'),
            },
          ]
        : []),
      ...(canEdit
        ? [
            {
              label: t('dashboards.widget.toPage'),
              icon: <IconTransferOut size={15} />,
              disabledBecause: pages.length === 1 ? t('dashboards.widget.toPage.none') : undefined,
              onClick: ask('move'),
            },
          ]
        : []),
      ...(may('dashboards:create') || canEdit
        ? [
            {
              label: t('widgets.toDashboard'),
              icon: <IconLayoutDashboard size={15} />,
              onClick: ask('copy'),
            },
          ]
        : []),
    ]
  }
  const exported = source?.tables.find(({ widget }) => widget.id === asked?.widget.id)
  return (
    <>
      <WidgetGrid
        widgets={widgets}
        positions={positions}
        titles={titles}
        canEdit={canEdit}
        menuActions={menuActions}
        editorBar={(widget) => <WidgetQueryBar widget={widget} session={session} state={state} />}
      />
      {asked?.what === 'move' && (
        <TargetPageDialog
          pages={pages}
          exceptId={page.id}
          onClose={close}
          onPick={(pageId, keepCopy) => {
            close()
            const move = { from: page.id, to: pageId, widgetId: asked.widget.id, keepCopy }
            session.change((old) => withWidgetMoved(old, move, randomIds), pageId)
          }}
        />
      )}
      <Suspense fallback={null}>
        {asked?.what === 'copy' && (
          <CopyToDashboardDialog
            widget={asked.widget}
            title={titles.widget?.[asked.widget.id]}
            position={positions[asked.widget.id]}
            onClose={close}
          />
        )}
        {asked?.what === 'export' && source !== undefined && exported !== undefined && (
          <MessageExportDialog source={source} table={exported} onClose={close} />
        )}
      </Suspense>
    </>
  )
}
