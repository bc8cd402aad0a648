import { Button } from '@mantine/core'
import { IconLayoutGridAdd } from '@tabler/icons-react'
import { useText } from '../../../base/text/text.tsx'
import { EmptyState } from '../../../ui/page/empty-state.tsx'
import { useSearchActions } from '../../../view-document/actions/search-actions.ts'
import { newMessageTable } from '../../../view-document/editing/new-widgets.ts'

/** In place of the results of a search whose widgets were all deleted. */
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
