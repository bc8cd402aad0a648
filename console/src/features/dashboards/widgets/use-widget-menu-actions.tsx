import { createsDashboards } from '@logyard/contract/identity/rights'
import type { Widget } from '@logyard/contract/views/view-state'
import { IconBug, IconDownload, IconLayoutDashboard, IconPlayerPlay, IconTransferOut } from '@tabler/icons-react'
import { useHrefOf } from '../../../base/routes/location.ts'
import { useMay } from '../../../base/session/current-user.tsx'
import { useText } from '../../../base/text/text.tsx'
import type { RowAction } from '../../../ui/menu/row-action.ts'
import { isPatterns } from '../../../view-document/model/patterns-widget.ts'
import { isSteps } from '../../../view-document/model/table-widget.ts'
import { isAggregation, isMessages } from '../../../view-document/model/view-model.ts'
import type { DashboardState } from '../editing/dashboard-session.ts'
import { replayLink } from './replay-link.ts'

export type WidgetDialog = 'move' | 'copy' | 'export' | 'inspect'

interface WidgetMenu {
  readonly state: DashboardState
  readonly canEdit: boolean
  readonly canExport: boolean
  readonly onOpen: (dialog: WidgetDialog, widget: Widget) => void
}

/** What a dashboard adds to the menu of each widget. */
export function useWidgetMenuActions({ state, canEdit, canExport, onOpen }: WidgetMenu) {
  const t = useText()
  const canCreate = useMay()(createsDashboards)
  const hrefOf = useHrefOf()
  const hasOtherPages = state.history.present.pages.length > 1
  return (widget: Widget): readonly RowAction[] => {
    const actions: RowAction[] = []
    if (isAggregation(widget) || isMessages(widget) || isSteps(widget) || isPatterns(widget)) {
      actions.push({
        label: t('dashboards.widget.replay'),
        icon: <IconPlayerPlay size={15} />,
        onClick: () => window.open(hrefOf(replayLink(state, widget)), '_blank', 'noopener'),
      })
      actions.push({
        label: t('search.inspect'),
        icon: <IconBug size={15} />,
        onClick: () => onOpen('inspect', widget),
      })
    }
    if (isMessages(widget)) {
      actions.push({
        label: t('search.export.table'),
        icon: <IconDownload size={15} />,
        disabledBecause: canExport ? undefined : t('search.export.notYet'),
        onClick: () => onOpen('export', widget),
      })
    }
    if (canEdit) {
      actions.push({
        label: t('dashboards.widget.toPage'),
        icon: <IconTransferOut size={15} />,
        disabledBecause: hasOtherPages ? undefined : t('dashboards.widget.toPage.none'),
        onClick: () => onOpen('move', widget),
      })
    }
    if (canCreate || canEdit) {
      actions.push({
        label: t('widgets.toDashboard'),
        icon: <IconLayoutDashboard size={15} />,
        onClick: () => onOpen('copy', widget),
      })
    }
    return actions
  }
}
