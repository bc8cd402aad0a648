import { type QueryExplanation, validateQuery } from '@logyard/contract/search/search-validation'
import type { Parameter } from '@logyard/contract/search/searches'
import type { ParsedQuery } from '@logyard/languages/query/parse-query'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import { callQuery } from '../../api/call-query.ts'
import { afterPaint } from '../../base/deferred/after-paint.ts'
import { useCall } from '../../base/services/services.tsx'
import type { QueryProblem } from './query-problem.ts'

/** Long enough not to report a bracket that the user is about to close. */
const PAUSE_MS = 600

/**
 * The problems of a query once the user stops typing: syntax errors at once, and what the server knows about
 * fields and their types a moment later.
 */
export function useQueryProblems(
  text: string,
  streams: readonly string[],
  parameters: readonly Parameter[],
  /** The text that was run last: its problems are shown without a pause. */
  submitted?: string,
): readonly QueryProblem[] {
  const call = useCall()
  const [paused] = useDebouncedValue(text, PAUSE_MS)
  const settled = text === submitted ? text : paused
  const mistakes = useSyntaxErrors(settled, text !== submitted)
  const body = { query_string: settled, streams: [...streams], parameters: [...parameters] }
  const validation = useQuery({
    ...callQuery(call, ['query-validation', body], validateQuery, { body, extendSession: false }),
    enabled: settled.trim() !== '' && mistakes.length === 0,
    placeholderData: keepPreviousData,
    retry: false,
    staleTime: 30_000,
    gcTime: 60_000,
  })
  const told = validation.isPlaceholderData ? undefined : validation.data
  return useMemo(() => {
    // After more typing the old problems may no longer apply.
    if (settled !== text || settled.trim() === '') return []
    return mistakes.length > 0 ? mistakes : (told?.explanations.filter(isShown) ?? [])
  }, [settled, text, mistakes, told])
}

/** Problems of parameters are shown below the query. */
const isShown = ({ code }: QueryExplanation) => code !== 'undeclared-parameter' && code !== 'unbound-parameter'

type Parse = (text: string) => ParsedQuery

/**
 * Loaded once the user types, `undefined` until then: the server knows what is wrong with the query of a link, and the
 * parser is too large for searches that nobody edits.
 */
export function useQueryParser(isTyping = true): Parse | undefined {
  const [parse, setParse] = useState<{ readonly run: Parse }>()
  const isLoaded = parse !== undefined
  useEffect(() => {
    if (!isTyping || isLoaded) return undefined
    let isHere = true
    const load = async () => {
      const { parseQuery } = await import('@logyard/languages/query/parse-query')
      // Whether leading wildcards are allowed is a setting of the server, which reports them itself.
      if (isHere) setParse({ run: (query) => parseQuery(query, { allowLeadingWildcard: true }) })
    }
    const callOff = afterPaint(() => void load())
    return () => {
      isHere = false
      callOff()
    }
  }, [isTyping, isLoaded])
  return parse?.run
}

function useSyntaxErrors(text: string, isTyping: boolean): readonly QueryProblem[] {
  const parse = useQueryParser(isTyping)
  return useMemo(() => {
    const parsed = parse?.(text)
    if (parsed === undefined || parsed.ok) return []
    return parsed.errors.map(({ fix, ...error }) => ({ severity: 'error', ...error, ...(fix && { fixes: [fix] }) }))
  }, [parse, text])
}
