import { getQueryHints } from '@logyard/contract/search/query-hints'
import type { TimeRange } from '@logyard/contract/search/time-ranges'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { callQuery } from '../../api/call-query.ts'
import { useCall } from '../../base/services/services.tsx'
import type { QueryProblem } from './query-problem.ts'

interface ExecutedQuery {
  readonly text: string
  readonly streams: readonly string[]
  readonly timerange: TimeRange
  /** The number of found messages; `undefined` until it is known. */
  readonly found: number | undefined
}

const NONE: readonly QueryProblem[] = []
const SEVERAL_WORDS = /^[^"]*[^\s"():]+\s+[^\s"():]+/

/** What an executed query could find instead: requested only if it found nothing, or any of several words. */
export function useQueryHints({ text, streams, timerange, found }: ExecutedQuery): readonly QueryProblem[] {
  const call = useCall()
  const isWanted =
    text.trim() !== '' &&
    text.trim() !== '*' &&
    !text.includes('$') &&
    (found === 0 || (found !== undefined && SEVERAL_WORDS.test(text) && !/\b(?:AND|OR)\b/.test(text)))
  const body = { query: text, streams: [...streams], timerange, found_nothing: found === 0 }
  const hints = useQuery({
    ...callQuery(call, ['query-hints', body], getQueryHints, { body, extendSession: false }),
    enabled: isWanted,
    placeholderData: keepPreviousData,
    retry: false,
    staleTime: 60_000,
    gcTime: 60_000,
  })
  return isWanted && !hints.isPlaceholderData ? (hints.data?.explanations ?? NONE) : NONE
}
