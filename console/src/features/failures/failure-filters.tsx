import type { FailureCounts } from '@logyard/contract/ingest/failures'
import { NativeSelect } from '@mantine/core'
import { useText } from '../../base/text/text.tsx'
import type { ListState } from '../../ui/data-table/list-state.ts'
import { SPANS } from './failure-queries.ts'

interface FailureFiltersProps {
  readonly list: ListState
  readonly counts: FailureCounts | undefined
}

/** Filters by input, reason and time; offers only inputs and reasons that have failures. */
export function FailureFilters({ list, counts }: FailureFiltersProps) {
  const t = useText()
  const { input, reason, since } = list.filters
  const inputs = (counts?.inputs ?? []).map(({ id, title, count }) => ({ value: id, name: title ?? id, count }))
  const reasons = (counts?.reasons ?? []).map(({ reason: value, count }) => ({ value, name: value, count }))
  const spans = SPANS.map((span) => ({ value: span, label: t(`failures.since.${span}`) }))
  const counted = (choices: readonly { value: string; name: string; count: number }[], chosen: string | undefined) => {
    const known = choices.map(({ value, name, count }) => ({ value, label: t('failures.choice', { name, count }) }))
    // A link may select an entry that has no failures any more.
    const isMissing = chosen !== undefined && !known.some(({ value }) => value === chosen)
    return isMissing ? [...known, { value: chosen, label: t('failures.choice', { name: chosen, count: 0 }) }] : known
  }
  const select = (name: string, label: string, all: string, value: string | undefined, data: readonly Choice[]) => (
    <NativeSelect
      size="xs"
      aria-label={label}
      data={[{ value: '', label: all }, ...data]}
      value={value ?? ''}
      onChange={(event) => list.filter(name, event.currentTarget.value || undefined)}
    />
  )
  return (
    <>
      {select('input', t('failures.input'), t('failures.input.all'), input, counted(inputs, input))}
      {select('reason', t('failures.reason'), t('failures.reason.all'), reason, counted(reasons, reason))}
      {select('since', t('failures.since'), t('failures.since.all'), since, spans)}
    </>
  )
}

interface Choice {
  readonly value: string
  readonly label: string
}
