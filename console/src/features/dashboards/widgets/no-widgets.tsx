import { IconLayoutGridAdd } from '@tabler/icons-react'
import { useText } from '../../../base/text/text.tsx'
import { EmptyState } from '../../../ui/page/empty-state.tsx'
import { AddWidget } from './add-widget.tsx'

export function NoWidgets({ canEdit }: { canEdit: boolean }) {
  const t = useText()
  return (
    <EmptyState
      icon={<IconLayoutGridAdd />}
      title={t('dashboards.empty')}
      text={t(canEdit ? 'dashboards.empty.text' : 'dashboards.empty.reader')}
      action={canEdit && <AddWidget />}
    />
  )
}
