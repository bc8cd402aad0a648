import { Button, Stack, Text } from '@mantine/core'
import { IconChartBar, IconMarkdown, IconNumber123, IconTable } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useText } from '../../../app/text/text.tsx'
import { newAggregation, newMessageCount, newMessageTable, newText } from '../../../widgets/new-widgets.ts'
import { type NewWidget, useSearchActions } from '../../../widgets/search-actions.ts'

/** The widgets that can be added; each appears at the top. */
export function CreateSection({ onDone }: { onDone: () => void }) {
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
  return (
    <Stack gap="xs">
      <Text size="xs" c="dimmed">
        {t('dashboards.create.generic')}
      </Text>
      {item(t('dashboards.create.aggregation'), <IconChartBar size={16} />, newAggregation)}
      {item(t('dashboards.create.text'), <IconMarkdown size={16} />, () =>
        newText(t('dashboards.create.text.example')),
      )}
      <Text size="xs" c="dimmed">
        {t('dashboards.create.predefined')}
      </Text>
      {item(t('dashboards.create.messageCount'), <IconNumber123 size={16} />, () =>
        newMessageCount(t('dashboards.create.messageCount')),
      )}
      {item(t('dashboards.create.messageTable'), <IconTable size={16} />, newMessageTable)}
    </Stack>
  )
}
