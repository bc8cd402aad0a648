import { parsePipeline } from '@logyard/contract/pipelines/pipelines'
import { parseRule } from '@logyard/contract/pipelines/rules'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useCall } from '../../../base/services/services.tsx'
import { parseErrorsOf, type SourceProblem } from './parse-errors.ts'

const TYPING_PAUSE_MS = 500

export interface ParsedSource {
  readonly problems: readonly SourceProblem[]
  /** The result is about an earlier text. */
  readonly isStale: boolean
  /** The text as it is now parses. */
  readonly isValid: boolean
  /** Why the source could not be checked at all. */
  readonly failure: Error | null
}

const NONE: readonly SourceProblem[] = []

/** Has the server parse the source, once the user pauses. */
export function useParsedSource(language: 'rule' | 'pipeline', source: string): ParsedSource {
  const call = useCall()
  const [settled] = useDebouncedValue(source, TYPING_PAUSE_MS)
  const parsed = useQuery({
    queryKey: ['parsed-source', language, settled],
    queryFn: async ({ signal }): Promise<readonly SourceProblem[]> => {
      const options = { body: { source: settled }, signal, extendSession: false } as const
      try {
        await (language === 'rule' ? call(parseRule, options) : call(parsePipeline, options))
        return NONE
      } catch (error) {
        const problems = parseErrorsOf(error)
        if (problems === undefined) throw error
        return problems
      }
    },
    placeholderData: keepPreviousData,
    gcTime: 60_000,
    staleTime: 60_000,
    retry: false,
  })
  const problems = parsed.data ?? NONE
  const isStale = parsed.isPending || parsed.isPlaceholderData || settled !== source
  return {
    problems,
    isStale,
    isValid: !isStale && problems.length === 0,
    failure: parsed.error,
  }
}
