import {
  type BULK_DEFINITION_ACTIONS,
  bulkEventDefinitions,
  deleteEventDefinition,
  updateEventDefinition,
} from '@logyard/contract/events/event-definitions'
import { List, Stack, Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { EVENT_DEFINITIONS_KEY } from '../../../alerting/alerting-keys.ts'
import { statusText } from '../../../api/api-error.ts'
import { useCall } from '../../../base/services/services.tsx'
import { useMay, useReloadCurrentUser } from '../../../base/session/current-user.tsx'
import { useText } from '../../../base/text/text.tsx'
import { useNotify } from '../../../base/toasts/notify.tsx'
import { useConfirm } from '../../../ui/confirm/confirm.tsx'
import type { BulkAction } from '../../../ui/data-table/data-table-props.ts'
import type { DefinitionRow } from '../definition-queries.ts'

type Action = (typeof BULK_DEFINITION_ACTIONS)[number]

/** Definitions that are already in the state that the action leads to. */
const isSkipped = (action: Action, { scheduler }: DefinitionRow) =>
  action !== 'delete' && scheduler.is_scheduled === (action === 'schedule')

/** The bulk actions on definitions; each confirmation lists all affected definitions. */
export function useBulkActions(onDeleted: () => void): readonly BulkAction<DefinitionRow>[] {
  const t = useText()
  const may = useMay()
  const call = useCall()
  const confirm = useConfirm()
  const notify = useNotify()
  const client = useQueryClient()
  const reloadUser = useReloadCurrentUser()

  async function change(action: Action, changed: readonly DefinitionRow[]): Promise<boolean> {
    const titles = new Map(changed.map(({ definition: { id, title } }) => [id, title]))
    try {
      const { done, refused } = await call(bulkEventDefinitions, { body: { ids: [...titles.keys()], action } })
      if (done.length > 0) notify.success(t(`definitions.bulk.${action}.done`, { count: done.length }))
      for (const { id, reason } of refused) {
        notify.error(t(`definitions.bulk.${action}.failed`, { title: titles.get(id) ?? id, status: reason }))
      }
      return refused.length === 0
    } catch (error) {
      notify.error(t('definitions.bulk.failed', { status: statusText(error) }))
      return false
    } finally {
      await client.invalidateQueries({ queryKey: EVENT_DEFINITIONS_KEY })
    }
  }

  async function run(action: Action, rows: readonly DefinitionRow[]): Promise<boolean> {
    const changed = rows.filter((row) => !isSkipped(action, row))
    if (changed.length === 0) {
      notify.info(t(`definitions.bulk.${action}.nothing`))
      return false
    }
    const confirmed = await confirm({
      title: t(`definitions.bulk.${action}.title`, { count: changed.length }),
      text: <Named changed={changed} />,
      confirmLabel: t(`definitions.bulk.${action}.confirm`, { count: changed.length }),
      isDangerous: action === 'delete',
    })
    if (!confirmed) return false
    const isDone = await change(action, changed)
    if (action === 'delete') {
      await reloadUser()
      onDeleted()
    }
    return isDone
  }

  const bulk = (label: 'enable' | 'disable' | 'delete', action: Action): BulkAction<DefinitionRow> => ({
    label: t(`definitions.${label}`),
    isDangerous: action === 'delete',
    run: (rows) => run(action, rows),
  })
  return [
    ...(may(updateEventDefinition) ? [bulk('enable', 'schedule'), bulk('disable', 'unschedule')] : []),
    ...(may(deleteEventDefinition) ? [bulk('delete', 'delete')] : []),
  ]
}

function Named({ changed }: { changed: readonly DefinitionRow[] }) {
  const t = useText()
  return (
    <Stack gap="sm">
      <Text size="sm">{t('definitions.bulk.these')}</Text>
      <List size="sm">
        {changed.map(({ definition: { id, title } }) => (
          <List.Item key={id}>
            <span translate="no">{title}</span>
          </List.Item>
        ))}
      </List>
    </Stack>
  )
}
