import type { View } from '@logyard/contract/views/views'
import { Menu } from '@mantine/core'
import { useClipboard } from '@mantine/hooks'
import {
  IconArrowBackUp,
  IconArrowForwardUp,
  IconDots,
  IconDownload,
  IconFileCode,
  IconLink,
  IconMaximize,
  IconPencil,
  IconPrinter,
} from '@tabler/icons-react'
import { useHrefOf } from '../../../base/routes/location.ts'
import { routes } from '../../../base/routes/routes.ts'
import { useText } from '../../../base/text/text.tsx'
import { useNotify } from '../../../base/toasts/notify.tsx'
import { ActionItems } from '../../../ui/menu/action-items.tsx'
import { allowed } from '../../../ui/menu/ready-actions.tsx'
import type { RowAction } from '../../../ui/menu/row-action.ts'
import { useHistoryAction } from '../../../ui/menu/use-history-action.tsx'
import { useStartPageAction } from '../../../ui/menu/use-start-page-action.tsx'
import { ToolButton } from '../../../ui/tooltip/tool-button.tsx'
import { withAddress } from '../editing/dashboard-address.ts'
import type { DashboardSession, DashboardState } from '../editing/dashboard-session.ts'
import { withValues } from '../editing/values-in-address.ts'
import { useExportView } from '../list/use-view-files.ts'

interface DashboardMenuProps {
  readonly session: DashboardSession
  readonly state: DashboardState
  /** Without it only actions that change nothing are offered. */
  readonly isEditing: boolean
  /** Why the dashboard cannot be saved, if so. */
  readonly notSavable: string | undefined
  readonly hasTables: boolean
  readonly onFacts: () => void
  readonly onExport: () => void
  readonly onFullScreen: () => void
}

/** The less frequent actions on the dashboard as a whole. */
export function DashboardMenu(props: DashboardMenuProps) {
  const t = useText()
  const editing = useEditActions(props)
  const actions = [...(props.isEditing ? editing : []), ...useFileActions(props), ...useShowActions(props)]
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ToolButton label={t('dashboards.more')} variant="default" size={36}>
          <IconDots size={18} />
        </ToolButton>
      </Menu.Target>
      <Menu.Dropdown>
        <ActionItems actions={actions} />
      </Menu.Dropdown>
    </Menu>
  )
}

function useEditActions({ session, state, notSavable, onFacts }: DashboardMenuProps): readonly RowAction[] {
  const t = useText()
  const { past, future } = state.history
  return [
    {
      label: t('search.undo'),
      icon: <IconArrowBackUp size={15} />,
      disabledBecause: past.length === 0 ? t('search.undo.nothing') : undefined,
      onClick: session.undo,
    },
    {
      label: t('search.redo'),
      icon: <IconArrowForwardUp size={15} />,
      disabledBecause: future.length === 0 ? t('search.redo.nothing') : undefined,
      onClick: session.redo,
    },
    {
      label: t('dashboards.facts'),
      icon: <IconPencil size={15} />,
      disabledBecause: notSavable,
      onClick: onFacts,
    },
  ]
}

function useFileActions({ state, hasTables, onExport }: DashboardMenuProps): readonly RowAction[] {
  const t = useText()
  const { view } = state
  const exportFile = useExportView()
  const links = useDashboardLinks(view, state)
  const unlessSaved = (reason: string) => (view === undefined ? reason : undefined)
  return [
    {
      label: t('dashboards.csv'),
      icon: <IconDownload size={15} />,
      disabledBecause: hasTables ? undefined : t('search.export.notYet'),
      onClick: onExport,
    },
    {
      label: t('dashboards.file.export'),
      icon: <IconFileCode size={15} />,
      disabledBecause: unlessSaved(t('dashboards.file.unsaved')),
      onClick: () => view !== undefined && exportFile.mutate(view),
    },
    {
      label: t('dashboards.link'),
      icon: <IconLink size={15} />,
      disabledBecause: unlessSaved(t('dashboards.link.unsaved')),
      onClick: links.copyPage,
    },
    {
      label: t('dashboards.link.readOnly'),
      icon: <IconLink size={15} />,
      disabledBecause: unlessSaved(t('dashboards.link.unsaved')),
      onClick: links.copyReadOnly,
    },
  ]
}

function useShowActions({ state, onFullScreen }: DashboardMenuProps): readonly RowAction[] {
  const t = useText()
  const startPage = useStartPageAction()
  const { view } = state
  const historyOf = useHistoryAction()
  return allowed(
    startPage({ type: 'dashboard', id: view?.id ?? '' }, view === undefined ? t('shell.startPage.unsaved') : undefined),
    { label: t('dashboards.print'), icon: <IconPrinter size={15} />, onClick: () => window.print() },
    {
      label: t('dashboards.fullScreen'),
      icon: <IconMaximize size={15} />,
      disabledBecause: view === undefined ? t('dashboards.fullScreen.unsaved') : undefined,
      onClick: onFullScreen,
    },
    view !== undefined && historyOf(view.id, view.title),
  )
}

/** Copies links to the shown page: to the dashboard, or to its read-only full-screen view. */
function useDashboardLinks(view: View | undefined, { history, pageId, override, values }: DashboardState) {
  const t = useText()
  const hrefOf = useHrefOf()
  const clipboard = useClipboard()
  const notify = useNotify()
  const copy = (link: string) => {
    clipboard.copy(new URL(hrefOf(link), window.location.origin).href)
    notify.info(t('dashboards.link.copied'))
  }
  const index = history.present.pages.findIndex(({ id }) => id === pageId)
  return {
    copyPage: () => view !== undefined && copy(withAddress(routes.dashboard(view.id), { pageId, override, values })),
    copyReadOnly: () =>
      view !== undefined && copy(withValues(routes.dashboardTv(view.id, { tabs: String(index) }), values)),
  }
}
