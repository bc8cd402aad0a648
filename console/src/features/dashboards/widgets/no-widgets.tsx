import { Button, Group } from '@mantine/core'
import { IconLayoutGridAdd } from '@tabler/icons-react'
import { useText } from '../../../app/text/text.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { newMessageCount, newMessageTable } from '../../../widgets/new-widgets.ts'
import { useSearchActions } from '../../../widgets/search-actions.ts'

export function NoWidgets({ canEdit }: { canEdit: boolean }) {
  const t = useText()
  const { addWidget } = useSearchActions()
  return (
    <EmptyState
      icon={<IconLayoutGridAdd />}
      title={t('dashboards.empty')}
      text={t(canEdit ? 'dashboards.empty.text' : 'dashboards.empty.reader')}
      action={
        canEdit && (
          <Group gap="sm" justify="center">
            <Button onClick={() => addWidget(newMessageCount(t('widgets.create.messageCount')))}>
              {t('dashboards.empty.count')}
            </Button>
            <Button variant="default" onClick={() => addWidget(newMessageTable())}>
              {t('dashboards.empty.table')}
            </Button>
          </Group>
        )
      }
    />
  )
}
