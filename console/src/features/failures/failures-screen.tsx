import { type FailureSummary, replayFailures } from '@logyard/contract/ingest/failures'
import { IconMoodHappy, IconRefresh } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useQueryValues, useSetQueryValues } from '../../base/routes/location.ts'
import { useCall, useClock } from '../../base/services/services.tsx'
import { useMay } from '../../base/session/current-user.tsx'
import { useText } from '../../base/text/text.tsx'
import { failureCountsQuery } from '../../ingest/failure-counts.ts'
import { DataTable } from '../../ui/data-table/data-table.tsx'
import type { BulkAction } from '../../ui/data-table/data-table-props.ts'
import { useEntityList } from '../../ui/data-table/use-entity-list.ts'
import { deleteAction } from '../../ui/menu/ready-actions.tsx'
import type { RowAction } from '../../ui/menu/row-action.ts'
import { Page } from '../../ui/page/page.tsx'
import { type Chosen, useFailureActions } from './failure-actions.ts'
import { FailureDrawer } from './failure-drawer.tsx'
import { FailureFilters } from './failure-filters.tsx'
import { failuresQuery, filterOf } from './failure-queries.ts'
import { FailuresBar } from './failures-bar.tsx'
import { useFailureColumns } from './use-failure-columns.tsx'
import { useFailuresNode } from './use-failures-node.ts'

const LIST_OPTIONS = { pageSizes: [50, 100, 500], filters: ['input', 'reason', 'since', 'node'] }

/** The raw messages that could not be decoded or stored: the reason, the content, and a way to replay them. */
export function FailuresScreen() {
  const t = useText()
  const clock = useClock()
  const may = useMay()
  const { nodeId, nodes } = useFailuresNode()
  const failures = useEntityList(
    { query: (call, position) => failuresQuery(call, clock, position, nodeId), failed: 'failures.loadFailed' },
    LIST_OPTIONS,
  )
  const { list, result } = failures
  const call = useCall()
  const counts = useQuery(failureCountsQuery(call, nodeId))
  const all = useQuery({ ...failureCountsQuery(call), enabled: nodes.length > 1 })
  const actions = useFailureActions()
  const opened = Number(useQueryValues().get('failure') ?? 0)
  const setValues = useSetQueryValues()
  const open = (number: number | undefined) => setValues({ failure: number === undefined ? undefined : String(number) })
  const columns = useFailureColumns((failure) => open(failure.number))
  const canChange = may(replayFailures)

  const some = (rows: readonly FailureSummary[]): Chosen => ({ kind: 'some', numbers: rows.map((row) => row.number) })
  const rowActions = (row: FailureSummary): readonly RowAction[] => [
    { label: t('failures.replay'), icon: <IconRefresh size={15} />, onClick: () => actions.replay(some([row])) },
    deleteAction(t('failures.delete'), () => actions.remove(some([row]))),
  ]
  const bulkActions: readonly BulkAction<FailureSummary>[] = [
    { label: t('failures.replay'), run: (rows) => actions.replay(some(rows)) },
    { label: t('failures.delete'), isDangerous: true, run: (rows) => actions.remove(some(rows)) },
  ]
  const { data } = result
  const found: Chosen | undefined =
    data === undefined || data.newest === null || data.total === 0
      ? undefined
      : { kind: 'found', filter: { ...filterOf(list, clock.now()), up_to: data.newest }, total: data.total }
  const elsewhere = Math.max(0, (all.data?.total ?? 0) - (counts.data?.total ?? 0))
  const none = { icon: <IconMoodHappy />, title: t('failures.none'), text: t('failures.none.text') }
  const onOthers = { title: t('failures.elsewhere'), text: t('failures.elsewhere.text', { count: elsewhere }) }
  const isNarrowed = Object.keys(filterOf(list, clock.now())).length > 0

  return (
    <Page title={t('failures.title')} description={t('failures.description')}>
      <FailuresBar
        counts={counts.data}
        found={found}
        isNarrowed={isNarrowed}
        hasNewer={data !== undefined && (counts.data?.newest ?? 0) > (data.newest ?? 0)}
        onShowNewer={() => void result.refetch()}
        actions={canChange ? actions : undefined}
      />
      <DataTable
        label={t('failures.title')}
        {...failures}
        columns={columns}
        rowId={({ number }) => String(number)}
        rowName={({ number }) => t('failures.name', { number })}
        searchHelp="words"
        filters={<FailureFilters list={list} counts={counts.data} nodes={nodes} />}
        rowActions={canChange ? rowActions : undefined}
        bulkActions={canChange ? bulkActions : undefined}
        {...(elsewhere > 0 ? { empty: onOthers, noMatch: onOthers } : { empty: none })}
      />
      <FailureDrawer
        number={opened > 0 ? opened : undefined}
        actions={canChange ? actions : undefined}
        onClose={() => open(undefined)}
      />
    </Page>
  )
}
