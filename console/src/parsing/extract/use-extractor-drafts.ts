import { listExtractors } from '@logyard/contract/extractors/extractors'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useCall } from '../../base/services/services.tsx'
import { useMay } from '../../base/session/current-user.tsx'
import { fieldNameOf } from '../drafts/field-name.ts'
import { partsOf } from '../drafts/message-parts.ts'
import { MAX_DRAFTED_LENGTH, type Span } from '../drafts/selected-part.ts'
import { grokPatternsQuery } from '../grok-patterns-query.ts'
import { useGrokRunner } from '../grok-run/use-grok-runner.ts'
import type { NamedPattern } from '../pattern-input/pattern-input-props.ts'
import type { ExtractSource } from './extract-source.ts'

/** The patterns that a draft may refer to; none if the user may not read them. */
function useDefinitions(): ReadonlyMap<string, string> | undefined {
  const mayRead = useMay()(listExtractors)
  const patterns = useQuery({ ...grokPatternsQuery(useCall()), enabled: mayRead })
  if (!mayRead || patterns.isError) return NONE
  return patterns.data && definitionsOf(patterns.data)
}

const NONE: ReadonlyMap<string, string> = new Map()

const definitionsOf = (patterns: readonly NamedPattern[]): ReadonlyMap<string, string> =>
  new Map(patterns.map(({ name, pattern }) => [name, pattern]))

/** Expressions for a part of a text, and for all its parts. */
export function useExtractorDrafts({ text, sender }: ExtractSource, part: Span | undefined, field: string) {
  const runner = useGrokRunner()
  const definitions = useDefinitions()
  return useQuery({
    queryKey: ['extractor-drafts', text, sender, part, field, definitions?.size],
    queryFn: ({ signal }) =>
      runner.draft(
        {
          task: 'draft',
          text,
          source: sender,
          parts: partsOf(text, sender),
          definitions: definitions ?? NONE,
          ...(part === undefined ? {} : { selected: { part, field } }),
        },
        signal,
      ),
    enabled: definitions !== undefined && text.length <= MAX_DRAFTED_LENGTH,
    placeholderData: keepPreviousData,
    retry: false,
    gcTime: 0,
  })
}

export const suggestedField = ({ text, sender }: ExtractSource, part: Span | undefined): string =>
  part === undefined ? '' : fieldNameOf(text, part, sender)
