import {
  type BULK_DEFINITION_ACTIONS,
  bulkEventDefinitions,
  createEventDefinition,
  deleteEventDefinition,
  updateEventDefinition,
} from '@logyard/contract/events/event-definitions'
import { grn } from '@logyard/contract/identity/shares'
import { IconBell } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { EVENT_DEFINITIONS_KEY } from '../../../alerting/alerting-keys.ts'
import { AlertsPage } from '../../../alerting/alerts-page.tsx'
import { openAlertsQuery } from '../../../alerting/open-alerts-query.ts'
import { Priority } from '../../../alerting/priority.tsx'
import { AppLink } from '../../../base/routes/app-link.tsx'
import { routes } from '../../../base/routes/routes.ts'
import { useCall } from '../../../base/services/services.tsx'
import { useMay, useReloadCurrentUser } from '../../../base/session/current-user.tsx'
import { useText } from '../../../base/text/text.tsx'
import { ShareButton } from '../../../sharing/share-button.tsx'
import { DataTable } from '../../../ui/data-table/data-table.tsx'
import type { BulkAction, Column } from '../../../ui/data-table/data-table-props.ts'
import { timeColumn, titleColumn } from '../../../ui/data-table/ready-columns.tsx'
import { useBulkAction } from '../../../ui/data-table/use-bulk-action.tsx'
import { useEntityList } from '../../../ui/data-table/use-entity-list.ts'
import { DimmedWords } from '../../../ui/dimmed.tsx'
import { useCreateButton } from '../../../ui/page/use-create-button.tsx'
import { runsOverviewQuery } from '../activity/run-queries.ts'
import { RunStrip } from '../activity/run-strip.tsx'
import { type DefinitionRow, definitionsQuery } from '../definition-queries.ts'
import { ScheduleState } from '../summary/schedule-state.tsx'
import { useConditionWords } from '../summary/use-condition-words.ts'
import { useTimingText } from '../summary/use-timing-text.ts'
import { DefinitionNextSteps } from './definition-next-steps.tsx'
import { useDefinitionRowActions } from './use-definition-row-actions.tsx'

const SHOWN_RUNS = 30
const SEARCH_HELP = { fields: ['id', 'title', 'description'], example: 'title:login -description:test' }

/** All event definitions, with what they look for and when they run. */
export function DefinitionsScreen() {
  const t = useText()
  const canCreate = useMay()(createEventDefinition)
  const definitions = useEntityList({ query: definitionsQuery, failed: 'definitions.toast.loadFailed' })
  const toFirstPage = () => definitions.list.goTo(1)
  const rowActions = useDefinitionRowActions(toFirstPage)
  const bulkActions = useBulkActions(toFirstPage)
  const columns = useDefinitionColumns(definitions.result.data?.rows ?? [])
  const target = routes.alerts.definitionNew()
  const create = useCreateButton({ label: 'definitions.create', target, isAllowed: canCreate })
  return (
    <AlertsPage title={t('definitions.page')} description={t('definitions.page.description')} action={create}>
      <DefinitionNextSteps />
      <DataTable
        label={t('definitions.page')}
        {...definitions}
        columns={columns}
        rowId={({ definition }) => definition.id}
        rowName={({ definition }) => definition.title}
        hasHistory
        rowActions={rowActions}
        rowTools={({ definition: { id, title } }) => (
          <ShareButton grn={grn('event_definition', id)} type="event_definition" title={title} isIcon />
        )}
        bulkActions={bulkActions}
        searchHelp={SEARCH_HELP}
        empty={{
          icon: <IconBell />,
          title: t('definitions.none'),
          text: t('definitions.none.text'),
          action: create,
        }}
      />
    </AlertsPage>
  )
}

function useDefinitionColumns(rows: readonly DefinitionRow[]): readonly Column<DefinitionRow>[] {
  const t = useText()
  const call = useCall()
  const conditionWords = useConditionWords()
  const { data: overview } = useQuery(
    runsOverviewQuery(
      call,
      rows.map(({ definition }) => definition.id),
    ),
  )
  const { data: open } = useQuery(openAlertsQuery(call))
  const runsOf = ({ definition }: DefinitionRow) => overview?.definitions[definition.id]
  const timingText = useTimingText()
  return [
    titleColumn({
      id: 'title',
      header: t('definitions.title'),
      name: ({ definition }) => definition.title,
      to: ({ definition }) => routes.alerts.definition(definition.id),
      description: ({ definition }) => definition.description,
    }),
    {
      id: 'priority',
      header: t('alerting.priority'),
      cell: ({ definition }) => <Priority priority={definition.priority} />,
    },
    {
      id: 'condition',
      header: t('definitions.condition'),
      cell: ({ definition }) => <span translate="no">{conditionWords(definition.config)}</span>,
    },
    {
      id: 'runs',
      header: t('definitions.runs'),
      cell: (row) => <RunStrip runs={runsOf(row)?.runs ?? []} config={row.definition.config} count={SHOWN_RUNS} />,
    },
    timeColumn({ id: 'fired', header: t('definitions.lastFired'), at: (row) => runsOf(row)?.last_fired_at ?? null }),
    {
      id: 'open',
      header: t('definitions.openAlerts'),
      align: 'right',
      cell: ({ definition: { id } }) => {
        const count = open?.by_definition[id] ?? 0
        return count === 0 ? '-' : <AppLink to={routes.alerts.list({ definition: id, state: 'open' })}>{count}</AppLink>
      },
    },
    {
      id: 'timing',
      header: t('definitions.timing'),
      cell: ({ definition }) => timingText(definition.config),
    },
    {
      id: 'notifications',
      header: t('definitions.notifications'),
      cell: ({ definition: { notifications } }) =>
        notifications.length === 0 ? (
          <DimmedWords>{t('definitions.notifications.noneShort')}</DimmedWords>
        ) : (
          notifications.length
        ),
    },
    {
      id: 'status',
      header: t('definitions.status'),
      cell: ({ scheduler }) => <ScheduleState scheduler={scheduler} />,
    },
  ]
}

type Action = (typeof BULK_DEFINITION_ACTIONS)[number]

/** The bulk actions on definitions; each confirmation lists all affected definitions. */
function useBulkActions(onDeleted: () => void): readonly BulkAction<DefinitionRow>[] {
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
