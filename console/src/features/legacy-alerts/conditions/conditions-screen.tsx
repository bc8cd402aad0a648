import type { AlertCondition } from '@logyard/contract/legacy-alerts/alert-conditions'
import { IconPlus, IconRulerMeasure } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { AppLink } from '../../../base/routes/app-link.tsx'
import { routes } from '../../../base/routes/routes.ts'
import { useCall } from '../../../base/services/services.tsx'
import { useText } from '../../../base/text/text.tsx'
import { useFailureToast } from '../../../base/toasts/use-failure-toast.ts'
import { DataTable } from '../../../ui/data-table/data-table.tsx'
import type { Column } from '../../../ui/data-table/data-table-props.ts'
import { useListState } from '../../../ui/data-table/list-state.ts'
import { textColumn } from '../../../ui/data-table/ready-columns.tsx'
import { rowsInMemory } from '../../../ui/data-table/rows-in-memory.ts'
import { useFormDialog } from '../../../ui/form/form-dialog.tsx'
import { LinkButton } from '../../../ui/link-button.tsx'
import { LegacyPage } from '../legacy-page.tsx'
import { conditionsQuery, conditionTypesQuery } from '../legacy-queries.ts'
import { useStreamTitles } from '../use-stream-titles.ts'
import { ConditionDialog, type ConditionSubject } from './condition-form.tsx'
import { useConditionSummary } from './condition-summary.ts'
import { TestDialog } from './test-condition.tsx'
import { useConditionActions } from './use-condition-actions.tsx'

const LIST_OPTIONS = { pageSizes: [10, 25, 50] } as const
const titleOf = ({ title }: AlertCondition) => title
const IN_MEMORY = { text: (row: AlertCondition) => titleOf(row) ?? '', sort: { title: titleOf } }

/** The conditions of all streams. */
export function ConditionsScreen() {
  const t = useText()
  const call = useCall()
  const list = useListState(LIST_OPTIONS)
  const conditions = useQuery(conditionsQuery(call))
  const types = useQuery(conditionTypesQuery(call)).data ?? {}
  useFailureToast(conditions.error, 'legacyAlerts.toast.conditionsFailed')
  const [tested, setTested] = useState<AlertCondition>()
  const { open, ...dialog } = useFormDialog<ConditionSubject>()
  const rowActions = useConditionActions({ types, onTest: setTested, onEdit: open })
  const add = (
    <LinkButton to={routes.legacyAlerts.conditionNew()} leftSection={<IconPlus size={16} />}>
      {t('legacyAlerts.conditions.addNew')}
    </LinkButton>
  )
  return (
    <LegacyPage
      title={t('legacyAlerts.conditions')}
      description={t('legacyAlerts.conditions.description')}
      action={add}
    >
      <DataTable
        label={t('legacyAlerts.conditions.list')}
        list={list}
        result={rowsInMemory(conditions, list, IN_MEMORY)}
        searchHelp="words"
        columns={useConditionColumns()}
        rowId={({ id }) => id}
        rowName={({ title }) => title ?? t('legacyAlerts.untitled')}
        rowActions={rowActions}
        empty={{ icon: <IconRulerMeasure />, title: t('legacyAlerts.conditions.none'), action: add }}
      />
      <ConditionDialog {...dialog} />
      {tested !== undefined && <TestDialog condition={tested} onClose={() => setTested(undefined)} />}
    </LegacyPage>
  )
}

function useConditionColumns(): readonly Column<AlertCondition>[] {
  const t = useText()
  const types = useQuery(conditionTypesQuery(useCall())).data ?? {}
  const streamTitle = useStreamTitles()
  const summaryOf = useConditionSummary()
  return [
    {
      id: 'title',
      header: t('legacyAlerts.column.title'),
      sortKey: 'title',
      isTitle: true,
      cell: ({ id, stream_id: streamId, title }) => (
        <AppLink to={routes.legacyAlerts.condition(streamId, id)} translate="no">
          {title ?? t('legacyAlerts.untitled')}
        </AppLink>
      ),
    },
    {
      id: 'stream',
      header: t('legacyAlerts.column.stream'),
      cell: ({ stream_id: id }) => <span translate="no">{streamTitle(id)}</span>,
    },
    textColumn({ id: 'type', header: t('legacyAlerts.column.type'), text: ({ type }) => types[type]?.name ?? type }),
    {
      id: 'summary',
      header: t('legacyAlerts.column.summary'),
      isWide: true,
      cell: (condition) => summaryOf(condition) ?? t('legacyAlerts.unknownType'),
    },
  ]
}
