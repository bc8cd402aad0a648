import type { Widget } from '@logyard/contract/views/view-state'
import { Button, Stack } from '@mantine/core'
import {
  IconChartBar,
  IconFilterCode,
  IconHighlight,
  IconInfoCircle,
  IconListSearch,
  IconMarkdown,
  IconNumber123,
  IconPlus,
  IconSql,
  IconTable,
} from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { deferred } from '../base/deferred/deferred.tsx'
import { useText } from '../base/text/text.tsx'
import { Dimmed } from '../ui/dimmed.tsx'
import { LoadingLines } from '../ui/page/loading.tsx'
import { type NewWidget, useSearchActions } from '../view-document/actions/search-actions.ts'
import {
  newAggregation,
  newMessageCount,
  newMessageTable,
  newSql,
  newSteps,
  newText,
} from '../view-document/editing/new-widgets.ts'
import { isMessages } from '../view-document/model/view-model.ts'
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
      content: (close) => <CreateSection isDashboard={kind === 'dashboard'} onDone={close} />,
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

interface CreateSectionProps {
  /** A search has neither texts nor further queries. */
  readonly isDashboard: boolean
  readonly onDone: () => void
}

/** The widgets that can be added; a new one appears at the top. */
function CreateSection({ isDashboard, onDone }: CreateSectionProps) {
  const t = useText()
  const { addWidget } = useSearchActions()
  const item = (label: string, icon: ReactNode, widget: () => NewWidget) => (
    <Button
      variant="subtle"
      color="gray"
      justify="flex-start"
      leftSection={icon}
      onClick={() => {
        addWidget(widget())
        onDone()
      }}
    >
      {label}
    </Button>
  )
  const count = t('widgets.create.messageCount')
  return (
    <Stack gap="xs">
      <Dimmed size="xs">{t('widgets.create.generic')}</Dimmed>
      {item(t('widgets.create.aggregation'), <IconChartBar size={16} />, newAggregation)}
      {isDashboard && item(t('widgets.create.steps'), <IconFilterCode size={16} />, newSteps)}
      {isDashboard && item(t('widgets.create.sql'), <IconSql size={16} />, newSql)}
      {isDashboard &&
        item(t('widgets.create.text'), <IconMarkdown size={16} />, () => newText(t('widgets.create.text.example')))}
      <Dimmed size="xs">{t('widgets.create.predefined')}</Dimmed>
      {item(count, <IconNumber123 size={16} />, () => newMessageCount(count))}
      {item(t('widgets.create.messageTable'), <IconTable size={16} />, newMessageTable)}
    </Stack>
  )
}
