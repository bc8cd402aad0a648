import { IconHighlight, IconInfoCircle, IconPlus, IconVariable } from '@tabler/icons-react'
import { lazy } from 'react'
import { useText } from '../../../app/text/text.tsx'
import { Sidebar, type SidebarSection } from '../../../widgets/sidebar/sidebar.tsx'
import { usePinnedSidebar } from '../../../widgets/sidebar/use-pinned-sidebar.ts'
import { isMessages } from '../../../widgets/view-model.ts'
import { isDirty, type SessionState } from '../session/search-session.ts'
import { CreateSection } from './create-section.tsx'
import { DescriptionSection } from './description-section.tsx'

const FieldsPanel = lazy(() =>
  import('../../../widgets/fields/fields-panel.tsx').then((module) => ({ default: module.FieldsPanel })),
)
const HighlightingPanel = lazy(() =>
  import('../../../widgets/fields/highlighting-panel.tsx').then((module) => ({ default: module.HighlightingPanel })),
)

export function SearchSidebar({ state }: { state: SessionState }) {
  const t = useText()
  const [isPinned, setPinned] = usePinnedSidebar('searchSidebarIsPinned')
  const { view } = state
  const sections: readonly SidebarSection[] = [
    {
      id: 'description',
      label: t('search.sidebar.description'),
      icon: <IconInfoCircle size={18} />,
      content: () => <DescriptionSection state={state} />,
    },
    {
      id: 'create',
      label: t('search.sidebar.create'),
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
      content: () => <FieldsPanel tables={state.history.present.page.widgets.filter(isMessages)} />,
    },
  ]
  return (
    <Sidebar
      label={t('search.sidebar')}
      heading={
        view === undefined ? (
          t('search.sidebar.unsaved')
        ) : (
          <span translate="no">
            {view.title}
            {isDirty(state) ? ' *' : ''}
          </span>
        )
      }
      sections={sections}
      isPinned={isPinned}
      onPin={setPinned}
    />
  )
}
