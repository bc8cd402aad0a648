import type { NodeSummary } from '@logyard/contract/cluster/cluster'
import type { FailureCounts } from '@logyard/contract/ingest/failures'
import { useText } from '../../base/text/text.tsx'
import { nodeNameAmong } from '../../cluster/cluster-queries.ts'
import { FilterSelect } from '../../ui/data-table/filter-select.tsx'
import type { ListState } from '../../ui/data-table/list-state.ts'
import { SPANS } from './failure-queries.ts'

interface FailureFiltersProps {
  readonly list: ListState
  readonly counts: FailureCounts | undefined
  /** The first one is chosen by default. */
  readonly nodes: readonly NodeSummary[]
}

/** Filters by input, reason and time; offers only inputs and reasons that have failures. */
export function FailureFilters({ list, counts, nodes }: FailureFiltersProps) {
  const t = useText()
  const { input, reason } = list.filters
  const [first, ...others] = nodes
  const inputs = (counts?.inputs ?? []).map(({ id, title, count }) => ({ value: id, name: title ?? id, count }))
  const reasons = (counts?.reasons ?? []).map(({ reason: value, count }) => ({ value, name: value, count }))
  const counted = (choices: typeof inputs, chosen: string | undefined) => {
    // A link may select an entry that has no failures any more.
    const isGone = chosen !== undefined && !choices.some(({ value }) => value === chosen)
    return [...choices, ...(isGone ? [{ value: chosen, name: chosen, count: 0 }] : [])].map(
      ({ value, name, count }) => ({ value, label: t('failures.choice', { name, count }) }),
    )
  }
  return (
    <>
      {first !== undefined && others.length > 0 && (
        <FilterSelect
          list={list}
          name="node"
          label={t('failures.node')}
          all={nodeNameAmong(first, nodes)}
          choices={others.map((node) => ({ value: node.node_id, label: nodeNameAmong(node, nodes) }))}
          isData
        />
      )}
      <FilterSelect
        list={list}
        name="input"
        label={t('failures.input')}
        all={t('failures.input.all')}
        choices={counted(inputs, input)}
        isData
      />
      <FilterSelect
        list={list}
        name="reason"
        label={t('failures.reason')}
        all={t('failures.reason.all')}
        choices={counted(reasons, reason)}
        isData
      />
      <FilterSelect
        list={list}
        name="since"
        label={t('failures.since')}
        all={t('failures.since.all')}
        choices={SPANS.map((span) => ({ value: span, label: t(`failures.since.${span}`) }))}
      />
    </>
  )
}
