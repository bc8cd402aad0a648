import { IconHighlight, IconInfoCircle, IconPlus, IconVariable } from '@tabler/icons-react'
import { useText } from '../../../app/text/text.tsx'
import { FieldsPanel } from '../../../widgets/fields/fields-panel.tsx'
import { HighlightingPanel } from '../../../widgets/fields/highlighting-panel.tsx'
import { Sidebar, type SidebarSection } from '../../../widgets/sidebar/sidebar.tsx'
import { usePinnedSidebar } from '../../../widgets/sidebar/use-pinned-sidebar.ts'
import { isMessages } from '../../../widgets/view-model.ts'
import { activePage, type DashboardState, isDirty } from '../session/dashboard-session.ts'
import { CreateSection } from './create-section.tsx'
import { DescriptionSection } from './description-section.tsx'

interface DashboardSidebarProps {
  readonly state: DashboardState
  readonly canEdit: boolean
}

export function DashboardSidebar({ state, canEdit }: DashboardSidebarProps) {
  const t = useText()
  const [isPinned, setPinned] = usePinnedSidebar('dashboardSidebarIsPinned')
  const { view } = state
  const description: SidebarSection = {
    id: 'description',
    label: t('dashboards.sidebar.description'),
    icon: <IconInfoCircle size={18} />,
    content: () => <DescriptionSection state={state} />,
  }
  const editing: readonly SidebarSection[] = [
    {
      id: 'create',
      label: t('dashboards.sidebar.create'),
      icon: <IconPlus size={18} />,
      content: (close) => <CreateSection onDone={close} />,
    },
    {
      id: 'highlighting',
      label: t('fields.highlighting'),
      icon: <IconHighlight size={18} />,
      content: () => <HighlightingPanel />,
    },
    {
      id: 'fields',
      label: t('fields.panel'),
      icon: <IconVariable size={18} />,
      content: () => <FieldsPanel tables={activePage(state).state.widgets.filter(isMessages)} />,
    },
  ]
  return (
    <Sidebar
      label={t('search.sidebar')}
      heading={
        view === undefined ? (
          t('dashboards.unsaved')
        ) : (
          <span translate="no">
            {view.title}
            {isDirty(state) ? ' •' : ''}
          </span>
        )
      }
      sections={canEdit ? [description, ...editing] : [description]}
      isPinned={isPinned}
      onPin={setPinned}
    />
  )
}
