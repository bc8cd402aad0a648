import { useText } from '../../../base/text/text.tsx'
import { useNotify } from '../../../base/toasts/notify.tsx'
import type { BulkAction } from '../../../ui/data-table/data-table-props.ts'
import { useAlertActions } from '../states/alert-actions.ts'
import type { EventRow } from './event-row.ts'

/** Changes of the alerts that the selected events belong to. */
export function useEventBulkActions(): readonly BulkAction<EventRow>[] {
  const t = useText()
  const notify = useNotify()
  const { change } = useAlertActions()
  return (['acknowledge', 'resolve'] as const).map((action) => ({
    label: t(`alerts.${action}`),
    async run(rows) {
      const ids = [...new Set(rows.flatMap(({ alert }) => (alert === undefined ? [] : [alert.id])))]
      if (ids.length > 0) return change({ ids, action })
      notify.info(t('alerts.bulk.none'))
      return false
    },
  }))
}
