import { Button, Stack, Text } from '@mantine/core'
import { IconChartBar, IconNumber123, IconTable } from '@tabler/icons-react'
import { useText } from '../../../app/text/text.tsx'
import { newAggregation, newMessageCount, newMessageTable } from '../../../widgets/new-widgets.ts'
import { type NewWidget, useSearchActions } from '../../../widgets/search-actions.ts'

/** The widgets that can be added; each appears at the top. */
export function CreateSection({ onDone }: { onDone: () => void }) {
  const t = useText()
  const { addWidget } = useSearchActions()
  const add = (widget: NewWidget) => {
    addWidget(widget)
    onDone()
  }
  const item = (label: string, icon: React.ReactNode, widget: () => NewWidget) => (
    <Button variant="subtle" color="gray" justify="flex-start" leftSection={icon} onClick={() => add(widget())}>
      {label}
    </Button>
  )
  return (
    <Stack gap="xs">
      <Text size="xs" c="dimmed">
        {t('search.create.generic')}
      </Text>
      {item(t('search.create.aggregation'), <IconChartBar size={16} />, newAggregation)}
      <Text size="xs" c="dimmed">
        {t('search.create.predefined')}
      </Text>
      {item(t('search.create.messageCount'), <IconNumber123 size={16} />, () =>
        newMessageCount(t('search.messageCount')),
      )}
      {item(t('search.create.messageTable'), <IconTable size={16} />, newMessageTable)}
    </Stack>
  )
}
