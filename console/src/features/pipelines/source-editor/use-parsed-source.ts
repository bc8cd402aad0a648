import { parsePipeline } from '@logyard/contract/pipelines/pipelines'
import { parseRule } from '@logyard/contract/pipelines/rules'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useCall } from '../../../base/services/services.tsx'
import { parseErrorsOf, type SourceProblem } from './parse-errors.ts'

const TYPING_PAUSE_MS = 500

export interface ParsedSource {
  /** The name in the source; `undefined` until it parses. */
  readonly title: string | undefined
  readonly problems: readonly SourceProblem[]
  /** The result is about an earlier text. */
  readonly isStale: boolean
  /** Why the source could not be checked at all. */
  readonly failure: Error | null
}

const NONE: readonly SourceProblem[] = []

interface Parsed {
  readonly title: string | undefined
  readonly problems: readonly SourceProblem[]
}

/** Has the server parse the source, once the user pauses. */
export function useParsedSource(language: 'rule' | 'pipeline', source: string): ParsedSource {
  const call = useCall()
  const [settled] = useDebouncedValue(source, TYPING_PAUSE_MS)
  const parsed = useQuery({
    queryKey: ['parsed-source', language, settled],
    queryFn: async ({ signal }): Promise<Parsed> => {
      const options = { body: { source: settled }, signal, extendSession: false } as const
      try {
        const { title } = await (language === 'rule' ? call(parseRule, options) : call(parsePipeline, options))
        return { title: title ?? undefined, problems: NONE }
      } catch (error) {
        const problems = parseErrorsOf(error)
        if (problems === undefined) throw error
        return { title: undefined, problems }
      }
    },
    placeholderData: keepPreviousData,
    gcTime: 60_000,
    staleTime: 60_000,
    retry: false,
  })
  return {
    title: parsed.data?.title,
    problems: parsed.data?.problems ?? NONE,
    isStale: parsed.isPending || parsed.isPlaceholderData || settled !== source,
    failure: parsed.error,
  }
}
