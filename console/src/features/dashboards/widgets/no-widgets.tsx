import { Button, Group } from '@mantine/core'
import { IconLayoutGridAdd } from '@tabler/icons-react'
import { useText } from '../../../base/text/text.tsx'
import { EmptyState } from '../../../ui/page/empty-state.tsx'
import { useSearchActions } from '../../../view-document/actions/search-actions.ts'
import { newAggregation, newMessageCount, newMessageTable } from '../../../view-document/editing/new-widgets.ts'

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
            <Button variant="default" onClick={() => addWidget(newAggregation())}>
              {t('dashboards.empty.aggregation')}
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
