import { useText } from '../../../base/text/text.tsx'
import { isDirty } from '../../../view-document/editing/view-editor.ts'
import { ViewSidebar } from '../../../view-sidebar/view-sidebar.tsx'
import { activePage, type DashboardState } from '../editing/dashboard-session.ts'

interface DashboardSidebarProps {
  readonly state: DashboardState
}

export function DashboardSidebar({ state }: DashboardSidebarProps) {
  const t = useText()
  return (
    <ViewSidebar
      kind="dashboard"
      view={state.view}
      executed={state.run.latest?.result.execution_stats}
      untitled={t('dashboards.unsaved')}
      isChanged={isDirty(state)}
      widgets={activePage(state).state.widgets}
      canEdit
    />
  )
}
