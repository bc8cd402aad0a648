import { type FieldCoverage, getFieldCoverage } from '@logyard/contract/search/field-insights'
import type { MessageSelection } from '@logyard/contract/search/message-selection'
import { parameterNames } from '@logyard/languages/query/fill-parameters'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useCall } from '../../base/services/services.tsx'

/** A search that refreshes every second moves its range on, but hardly changes what share of the messages has a field. */
const FRESH_MS = 30_000

interface KnownCoverage {
  /** How many of the found messages have each field. */
  readonly coverage: FieldCoverage | undefined
  readonly isCounting: boolean
}

/** `isReady`: the results are in, so that this delays no search. */
export function useFieldCoverage(selection: MessageSelection | undefined, isReady: boolean): KnownCoverage {
  const call = useCall()
  const asked = useSteadySelection(selection)
  const { data, isFetching } = useQuery({
    queryKey: ['field-coverage', asked],
    queryFn: ({ signal }) =>
      asked === undefined ? undefined : call(getFieldCoverage, { body: asked, signal, extendSession: false }),
    enabled:
      isReady && asked !== undefined && parameterNames([asked.query ?? '', ...(asked.filters ?? [])]).length === 0,
    placeholderData: keepPreviousData,
    staleTime: FRESH_MS,
    // The panel is as useful without it, and the search itself reports an invalid query.
    retry: false,
  })
  return { coverage: selection === undefined ? undefined : data, isCounting: isFetching }
}

/** The selection, whose range stays while it only moves on by seconds. */
function useSteadySelection(selection: MessageSelection | undefined): MessageSelection | undefined {
  const [kept, setKept] = useState(selection)
  if (selection !== undefined && kept !== undefined && isNearly(selection, kept)) return kept
  if (kept !== selection) setKept(selection)
  return selection
}

function isNearly({ timerange: a, ...others }: MessageSelection, { timerange: b, ...kept }: MessageSelection): boolean {
  if (JSON.stringify(others) !== JSON.stringify(kept) || a.type !== 'absolute' || b.type !== 'absolute') return false
  const moved = (from: string, to: string) => Math.abs(Date.parse(from) - Date.parse(to))
  return moved(a.from, b.from) < FRESH_MS && moved(a.to, b.to) < FRESH_MS
}
