import type { Widget } from '@logyard/contract/views/view-state'
import { IconHighlight, IconInfoCircle, IconListSearch, IconPlus } from '@tabler/icons-react'
import { deferred } from '../base/deferred/deferred.tsx'
import { useText } from '../base/text/text.tsx'
import { LoadingLines } from '../ui/page/loading.tsx'
import { isMessages } from '../view-document/model/view-model.ts'
import { CreateSection } from './create-section.tsx'
import { DescriptionSection, type DescriptionSectionProps } from './description-section.tsx'
import { Sidebar, type SidebarSection } from './sidebar.tsx'
import { usePinnedSidebar } from './use-pinned-sidebar.ts'

const FieldsPanel = deferred(() =>
  import('../messages-table/fields/fields-panel.tsx').then((module) => module.FieldsPanel),
)
const HighlightingPanel = deferred(() =>
  import('../messages-table/fields/highlighting-panel.tsx').then((module) => module.HighlightingPanel),
)

interface ViewSidebarProps extends Omit<DescriptionSectionProps, 'title'> {
  /** Shown if the view has no title. */
  readonly untitled: string
  readonly isChanged: boolean
  /** The widgets of the open page. */
  readonly widgets: readonly Widget[]
}

/** The sidebar of a search or a dashboard. */
export function ViewSidebar({ kind, view, executed, untitled, isChanged, widgets }: ViewSidebarProps) {
  const t = useText()
  const [isPinned, setPinned] = usePinnedSidebar(kind)
  const title =
    view === undefined ? (
      untitled
    ) : (
      <span translate="no">
        {view.title}
        {isChanged ? ' *' : ''}
      </span>
    )
  const sections: readonly SidebarSection[] = [
    {
      id: 'fields',
      label: t('fields.panel'),
      icon: <IconListSearch size={18} />,
      content: () => <FieldsPanel tables={widgets.filter(isMessages)} fallback={<LoadingLines />} />,
    },
    {
      id: 'create',
      label: t('widgets.sidebar.create'),
      icon: <IconPlus size={18} />,
      content: (close) => <CreateSection hasTexts={kind === 'dashboard'} onDone={close} />,
    },
    {
      id: 'highlighting',
      label: t('fields.highlighting'),
      icon: <IconHighlight size={18} />,
      content: () => <HighlightingPanel fallback={<LoadingLines />} />,
    },
    {
      id: 'description',
      label: t('widgets.sidebar.description'),
      icon: <IconInfoCircle size={18} />,
      content: () => <DescriptionSection kind={kind} view={view} executed={executed} title={title} />,
    },
  ]
  return <Sidebar label={t('search.sidebar')} sections={sections} kind={kind} isPinned={isPinned} onPin={setPinned} />
}
