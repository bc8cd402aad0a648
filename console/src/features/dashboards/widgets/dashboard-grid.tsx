/** The widgets of the open page, and the dialogs that their menus open. */

import type { Widget } from '@logyard/contract/views/view-state'
import { Checkbox, Radio, Stack } from '@mantine/core'
import { useState } from 'react'
import { deferred } from '../../../base/deferred/deferred.tsx'
import { useText } from '../../../base/text/text.tsx'
import { ChoiceDialog } from '../../../ui/choice-dialog.tsx'
import type { DashboardPage } from '../../../view-document/dashboards/dashboard-document.ts'
import { withWidgetMoved } from '../../../view-document/dashboards/page-changes.ts'
import { randomIds } from '../../../view-document/model/random-ids.ts'
import { useWidgetTitle } from '../../../view-document/model/widget-title.ts'
import { WidgetGrid } from '../../../widgets/grid/widget-grid.tsx'
import { inspectionOf } from '../editing/dashboard-requests.ts'
import { activePage, type ShownDashboard } from '../editing/dashboard-session.ts'
import { usePageTitle } from '../pages/use-page-title.ts'
import { useScrollToAdded } from './use-scroll-to-added.ts'
import { useTableExport } from './use-table-export.ts'
import { useWidgetMenuActions, type WidgetDialog } from './use-widget-menu-actions.tsx'
import { WidgetQueryBar } from './widget-query-bar.tsx'

const CopyToDashboardDialog = deferred(() =>
  import('../../../view-document/dashboards/copy-to-dashboard-dialog.tsx').then(
    (module) => module.CopyToDashboardDialog,
  ),
)
const InspectDialog = deferred(() =>
  import('../../../view-document/inspection/inspect-dialog.tsx').then((module) => module.InspectDialog),
)
const MessageExportDialog = deferred(() =>
  import('../../../messages-table/export/message-export-dialog.tsx').then((module) => module.MessageExportDialog),
)

type OpenDialog = { readonly dialog: WidgetDialog; readonly widget: Widget }

export function DashboardGrid({ session, state, canEdit }: ShownDashboard) {
  const [open, setOpen] = useState<OpenDialog>()
  const source = useTableExport(state)
  const page = activePage(state)
  const { widgets, positions, titles } = page.state
  const titleOf = useWidgetTitle(titles)
  const close = () => setOpen(undefined)
  const menuActions = useWidgetMenuActions({
    state,
    canEdit,
    canExport: source !== undefined,
    onOpen: (dialog, widget) => setOpen({ dialog, widget }),
  })
  const exported = source?.tables.find(({ widget }) => widget.id === open?.widget.id)
  return (
    <>
      <div ref={useScrollToAdded(page)}>
        <WidgetGrid
          widgets={widgets}
          positions={positions}
          titles={titles}
          canEdit={canEdit}
          menuActions={menuActions}
          editorBar={(widget) => <WidgetQueryBar widget={widget} session={session} state={state} />}
        />
      </div>
      {open?.dialog === 'move' && (
        <TargetPageDialog
          pages={state.history.present.pages}
          exceptId={page.id}
          onClose={close}
          onPick={(pageId, keepCopy) => {
            close()
            const move = { from: page.id, to: pageId, widgetId: open.widget.id, keepCopy }
            session.change((old) => withWidgetMoved(old, move, randomIds), pageId)
          }}
        />
      )}
      {open?.dialog === 'copy' && (
        <CopyToDashboardDialog
          widget={open.widget}
          title={titles.widget?.[open.widget.id]}
          position={positions[open.widget.id]}
          onClose={close}
        />
      )}
      {open?.dialog === 'inspect' && (
        <InspectDialog
          subject={titleOf(open.widget)}
          draft={inspectionOf(open.widget, { ...state, document: state.history.present, page }, randomIds)}
          onClose={close}
        />
      )}
      {open?.dialog === 'export' && source !== undefined && exported !== undefined && (
        <MessageExportDialog source={source} table={exported} onClose={close} />
      )}
    </>
  )
}

interface TargetPageDialogProps {
  readonly pages: readonly DashboardPage[]
  /** The page that the widget is on. */
  readonly exceptId: string
  readonly onPick: (pageId: string, keepCopy: boolean) => void
  readonly onClose: () => void
}

/** Selects another page of the same dashboard. */
function TargetPageDialog({ pages, exceptId, onPick, onClose }: TargetPageDialogProps) {
  const t = useText()
  const titleOf = usePageTitle()
  const others = pages
    .map((page, index) => ({ page, title: titleOf(page, index) }))
    .filter(({ page }) => page.id !== exceptId)
  const [pageId, setPageId] = useState(others[0]?.page.id)
  const [keepCopy, setKeepCopy] = useState(false)
  return (
    <ChoiceDialog
      title={t('dashboards.widget.toPage.title')}
      confirmLabel={t(keepCopy ? 'dashboards.widget.toPage.copy' : 'dashboards.widget.toPage.move')}
      confirm={{ disabled: pageId === undefined }}
      onConfirm={() => pageId !== undefined && onPick(pageId, keepCopy)}
      onClose={onClose}
    >
      <Radio.Group label={t('dashboards.pages')} value={pageId ?? null} onChange={setPageId}>
        <Stack gap="xs" mt="xs">
          {others.map(({ page, title }) => (
            <Radio key={page.id} value={page.id} label={<span translate="no">{title}</span>} />
          ))}
        </Stack>
      </Radio.Group>
      <Checkbox
        label={t('dashboards.widget.toPage.keep')}
        checked={keepCopy}
        onChange={(event) => setKeepCopy(event.currentTarget.checked)}
      />
    </ChoiceDialog>
  )
}
