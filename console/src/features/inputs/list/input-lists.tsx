import type { InputSummary } from '@logyard/contract/ingest/inputs'
import { IconInbox } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useQueryValues, useSetQueryValues } from '../../../base/routes/location.ts'
import { useCall } from '../../../base/services/services.tsx'
import { useText } from '../../../base/text/text.tsx'
import { useFailureToast } from '../../../base/toasts/use-failure-toast.ts'
import { type LiveMetrics, useLiveMetrics } from '../../../cluster/live-metrics.ts'
import { inputStatesQuery } from '../../../ingest/input-states.ts'
import { type ExpandableColumn, ExpandableTable } from '../../../ui/expandable-table/expandable-table.tsx'
import { FilterInput } from '../../../ui/form/filter-input.tsx'
import { useFormDialog } from '../../../ui/form/form-dialog.tsx'
import { EmptyState } from '../../../ui/page/empty-state.tsx'
import { LoadFailed } from '../../../ui/page/load-failed.tsx'
import { LoadingLines } from '../../../ui/page/loading.tsx'
import { InputDialog, type InputSubject } from '../form/input-dialog.tsx'
import { metricNamesOf } from '../input-figures.ts'
import { inputsQuery, inputTypesQuery } from '../input-queries.ts'
import { isNodeGone, statesOf } from '../input-state.ts'
import { titleFilter } from './input-filter.ts'
import { InputRow, type InputRowProps } from './input-row.tsx'

const NONE: readonly InputSummary[] = []
/** A filter over fewer inputs saves nothing. */
const FILTERED_FROM = 8

/** All inputs with a filter; with `nodeId`, those that run on this node with their state there. */
export function InputLists({ nodeId }: { nodeId?: string }) {
  const call = useCall()
  const inputs = useQuery(inputsQuery(call))
  const types = useQuery(inputTypesQuery(call))
  const states = useQuery(inputStatesQuery(call))
  const filter = useQueryValues().get('query') ?? ''
  const dialog = useFormDialog<InputSubject>()
  const all = inputs.data ?? NONE
  const live = useLiveMetrics(useMemo(() => all.flatMap(metricNamesOf), [all]))
  useFailureToast(inputs.error, 'inputs.toast.listFailed')

  if (inputs.isError) return <LoadFailed error={inputs.error} onRetry={inputs.refetch} />
  if (types.isError) return <LoadFailed error={types.error} onRetry={types.refetch} />
  if (inputs.isPending || types.isPending) return <LoadingLines lines={6} />

  const here = all.filter((input) => nodeId === undefined || input.global || input.node === nodeId)
  const matches = titleFilter(filter)
  const shown = here.filter(({ title }) => matches(title))
  const ofNode = states.data && only(states.data, nodeId)
  const metrics = live && liveOfNode(live, nodeId)
  const rows = shown.map((input) => ({
    input,
    inputs: all,
    type: types.data[input.type],
    states: ofNode && statesOf(ofNode, input.id),
    nodeCount: Object.keys(ofNode ?? {}).length,
    isNodeGone: states.data !== undefined && isNodeGone(input, states.data, nodeId),
    metrics,
    onEdit: dialog.open,
  }))
  return (
    <>
      {(here.length >= FILTERED_FROM || filter !== '') && <TitleFilter filter={filter} />}
      {shown.length === 0 ? <NoInputs isFiltered={here.length > 0} /> : <InputTable rows={rows} />}
      <InputDialog {...dialog} />
    </>
  )
}

function NoInputs({ isFiltered }: { isFiltered: boolean }) {
  const t = useText()
  return (
    <EmptyState
      icon={<IconInbox />}
      title={t(isFiltered ? 'inputs.noMatch' : 'inputs.none')}
      text={isFiltered ? undefined : t('inputs.none.text')}
    />
  )
}

function TitleFilter({ filter }: { filter: string }) {
  const t = useText()
  const setValues = useSetQueryValues()
  return (
    <search>
      <FilterInput
        mb="sm"
        label={t('inputs.filter')}
        value={filter}
        onChange={(query) => setValues({ query }, { replace: true })}
      />
    </search>
  )
}

const only = <Value,>(byNode: Readonly<Record<string, Value>>, nodeId: string | undefined) =>
  nodeId === undefined ? byNode : Object.fromEntries(Object.entries(byNode).filter(([id]) => id === nodeId))

const liveOfNode = (live: LiveMetrics, nodeId: string | undefined): LiveMetrics =>
  nodeId === undefined ? live : new Map([...live].filter(([id]) => id === nodeId))

const COLUMNS: readonly ExpandableColumn[] = [
  { text: 'inputs.column.title' },
  { text: 'inputs.column.state' },
  { text: 'inputs.column.type', isWide: true },
  { text: 'inputs.column.address', isWide: true },
  { text: 'inputs.column.rate', isNumber: true, isWide: true },
  { text: 'inputs.column.last', isWide: true },
  { text: 'inputs.column.failures', isNumber: true },
]

function InputTable({ rows }: { rows: readonly InputRowProps[] }) {
  const t = useText()
  return (
    <ExpandableTable label={t('inputs.title')} columns={COLUMNS} hasActions>
      {rows.map((row) => (
        <InputRow key={row.input.id} {...row} />
      ))}
    </ExpandableTable>
  )
}
