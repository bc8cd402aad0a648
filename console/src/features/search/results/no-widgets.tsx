import { Button } from '@mantine/core'
import { IconLayoutGridAdd } from '@tabler/icons-react'
import { useText } from '../../../app/text/text.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { newMessageTable } from '../../../widgets/new-widgets.ts'
import { useSearchActions } from '../../../widgets/search-actions.ts'

export function NoWidgets() {
  const t = useText()
  const { addWidget } = useSearchActions()
  return (
    <EmptyState
      icon={<IconLayoutGridAdd />}
      title={t('search.noWidgets')}
      text={t('search.noWidgets.text')}
      action={<Button onClick={() => addWidget(newMessageTable())}>{t('search.noWidgets.action')}</Button>}
    />
  )
}
