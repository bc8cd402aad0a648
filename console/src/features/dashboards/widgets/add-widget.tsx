import { Button, Group } from '@mantine/core'
import {
  IconChartBar,
  IconChartLine,
  IconFilterCode,
  IconList,
  IconMarkdown,
  IconNumber123,
  IconSql,
  IconTable,
  IconTemplate,
} from '@tabler/icons-react'
import { useText } from '../../../base/text/text.tsx'
import { useSearchActions } from '../../../view-document/actions/search-actions.ts'
import {
  countByField,
  countOverTime,
  fieldChart,
  newMessageCount,
  newMessageTable,
  newPatterns,
  newSql,
  newSteps,
  newText,
} from '../../../view-document/editing/new-widgets.ts'

const TOP_FIELD = 'source'
const ICON = { size: 16, 'aria-hidden': true } as const

/** A button for each kind of widget: it appears at once in the next free place. */
export function AddWidget() {
  const t = useText()
  const { addWidget } = useSearchActions()
  const kinds = [
    {
      name: 'number',
      icon: <IconNumber123 {...ICON} />,
      widget: () => newMessageCount(t('widgets.create.messageCount')),
    },
    { name: 'bars', icon: <IconChartBar {...ICON} />, widget: countOverTime },
    { name: 'line', icon: <IconChartLine {...ICON} />, widget: () => fieldChart('count()') },
    { name: 'top', icon: <IconList {...ICON} />, widget: () => countByField(TOP_FIELD) },
    { name: 'messages', icon: <IconTable {...ICON} />, widget: newMessageTable },
    { name: 'steps', icon: <IconFilterCode {...ICON} />, widget: newSteps },
    { name: 'patterns', icon: <IconTemplate {...ICON} />, widget: newPatterns },
    { name: 'sql', icon: <IconSql {...ICON} />, widget: newSql },
    { name: 'text', icon: <IconMarkdown {...ICON} />, widget: () => newText(t('widgets.create.text.example')) },
  ] as const
  return (
    <Group gap="xs" justify="center" role="group" aria-label={t('dashboards.add')}>
      {kinds.map(({ name, icon, widget }) => (
        <Button key={name} size="xs" variant="default" leftSection={icon} onClick={() => addWidget(widget())}>
          {t(`dashboards.add.${name}`)}
        </Button>
      ))}
    </Group>
  )
}
