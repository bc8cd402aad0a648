/** Compiles the grok pattern of the form in a worker while it is typed, and finds its captures in the example. */
import type { LocatedCapture } from '@logyard/languages/grok/compile-grok'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useCall, useServices } from '../../../base/services/services.tsx'
import { grokPatternsQuery } from '../../../parsing/grok-patterns-query.ts'
import type { GrokError } from '../../../parsing/grok-run/grok-task.ts'
import { useGrokRunner } from '../../../parsing/grok-run/use-grok-runner.ts'
import type { ExtractorValues } from '../model/extractor-values.ts'

export interface GrokRun {
  /** Where the pattern is wrong. */
  readonly problem: GrokError | undefined
  /** Captures of the example; `undefined` if it does not match, or before it is known. */
  readonly located: readonly LocatedCapture[] | undefined
  /** It is not known yet whether the pattern is valid. */
  readonly isPending: boolean
}

export function useGrokRun({ type, settings }: ExtractorValues, text: string | undefined): GrokRun {
  const runner = useGrokRunner()
  const { config } = useServices()
  const isGrok = type === 'grok'
  const patterns = useQuery({ ...grokPatternsQuery(useCall()), enabled: isGrok })
  const pattern = String(settings['grok_pattern'] ?? '')
  const namedCapturesOnly = settings['named_captures_only'] === true
  const run = useQuery({
    queryKey: ['extractor-grok-run', pattern, namedCapturesOnly, text, patterns.dataUpdatedAt],
    queryFn: ({ signal }) => {
      const definitions = new Map((patterns.data ?? []).map((one) => [one.name, one.pattern]))
      const texts = text === undefined ? [] : [text]
      return runner.match(
        { task: 'match', pattern, definitions, texts, namedCapturesOnly, zone: config.rootTimeZone },
        signal,
      )
    },
    enabled: isGrok && pattern !== '' && patterns.data !== undefined,
    placeholderData: keepPreviousData,
    retry: false,
    gcTime: 0,
  })
  const isKnown = run.data !== undefined && !run.isPlaceholderData
  return {
    problem: isKnown && run.data.kind === 'invalid' ? run.data.error : undefined,
    located: run.data?.kind === 'matched' ? run.data.lines[0]?.located : undefined,
    isPending: isGrok && (patterns.isPending || run.isLoading || (run.isPlaceholderData && run.isFetching)),
  }
}
