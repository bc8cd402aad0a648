import { Button, Stack } from '@mantine/core'
import { IconChartBar, IconMarkdown, IconNumber123, IconTable } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useText } from '../base/text/text.tsx'
import { Dimmed } from '../ui/dimmed.tsx'
import { type NewWidget, useSearchActions } from '../view-document/actions/search-actions.ts'
import { newAggregation, newMessageCount, newMessageTable, newText } from '../view-document/editing/new-widgets.ts'

interface CreateSectionProps {
  /** Text widgets are stored with a dashboard; a search has none. */
  readonly hasTexts: boolean
  readonly onDone: () => void
}

/** The widgets that can be added; a new one appears at the top. */
export function CreateSection({ hasTexts, onDone }: CreateSectionProps) {
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
      {hasTexts &&
        item(t('widgets.create.text'), <IconMarkdown size={16} />, () => newText(t('widgets.create.text.example')))}
      <Dimmed size="xs">{t('widgets.create.predefined')}</Dimmed>
      {item(count, <IconNumber123 size={16} />, () => newMessageCount(count))}
      {item(t('widgets.create.messageTable'), <IconTable size={16} />, newMessageTable)}
    </Stack>
  )
}
