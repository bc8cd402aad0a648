import {
  type BULK_DEFINITION_ACTIONS,
  bulkEventDefinitions,
  deleteEventDefinition,
  updateEventDefinition,
} from '@logyard/contract/events/event-definitions'
import { EVENT_DEFINITIONS_KEY } from '../../../alerting/alerting-keys.ts'
import { useCall } from '../../../base/services/services.tsx'
import { useMay, useReloadCurrentUser } from '../../../base/session/current-user.tsx'
import { useText } from '../../../base/text/text.tsx'
import type { BulkAction } from '../../../ui/data-table/data-table-props.ts'
import { useBulkAction } from '../../../ui/data-table/use-bulk-action.tsx'
import type { DefinitionRow } from '../definition-queries.ts'

type Action = (typeof BULK_DEFINITION_ACTIONS)[number]

/** The bulk actions on definitions; each confirmation lists all affected definitions. */
export function useBulkActions(onDeleted: () => void): readonly BulkAction<DefinitionRow>[] {
  const t = useText()
  const may = useMay()
  const call = useCall()
  const reloadUser = useReloadCurrentUser()
  const bulk = useBulkAction<DefinitionRow>({
    listed: ({ definition: { id, title } }) => ({ id, name: title }),
    changes: EVENT_DEFINITIONS_KEY,
    failed: 'definitions.bulk.failed',
  })
  const afterDelete = async () => {
    await reloadUser()
    onDeleted()
  }
  const actionOf = (label: 'enable' | 'disable' | 'delete', action: Action) =>
    bulk({
      label: t(`definitions.${label}`),
      isDangerous: action === 'delete',
      texts: `definitions.bulk.${action}`,
      questionText: 'definitions.bulk.these',
      // Definitions that are already in the state that the action leads to.
      isSkipped: ({ scheduler }) => action !== 'delete' && scheduler.is_scheduled === (action === 'schedule'),
      async run(rows) {
        const ids = rows.map(({ definition }) => definition.id)
        const { refused } = await call(bulkEventDefinitions, { body: { ids, action } })
        const reasons = new Map(refused.map(({ id, reason }) => [id, reason]))
        return rows.flatMap((row) => {
          const status = reasons.get(row.definition.id)
          return status === undefined ? [] : [{ row, status }]
        })
      },
      ...(action === 'delete' && { after: afterDelete }),
    })
  return [
    ...(may(updateEventDefinition) ? [actionOf('enable', 'schedule'), actionOf('disable', 'unschedule')] : []),
    ...(may(deleteEventDefinition) ? [actionOf('delete', 'delete')] : []),
  ]
}
