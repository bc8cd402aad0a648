import { createExtractor } from '@logyard/contract/extractors/extractors'
import { getInput } from '@logyard/contract/ingest/inputs'
import { FIELD } from '@logyard/contract/messages/message-fields'
import { getMessage } from '@logyard/contract/search/messages'
import type { Pattern } from '@logyard/contract/search/patterns'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { statusText } from '../../api/api-error.ts'
import { useDrafts } from '../../base/drafts/drafts-provider.tsx'
import { useGo } from '../../base/routes/location.ts'
import { useCall } from '../../base/services/services.tsx'
import { useMay } from '../../base/session/current-user.tsx'
import { useText } from '../../base/text/text.tsx'
import { useNotify } from '../../base/toasts/notify.tsx'
import { storeExtractorDraft } from '../drafts/extractor-draft.ts'
import { partsOf, partsOfPattern } from '../drafts/message-parts.ts'
import { grokPatternsQuery } from '../grok-patterns-query.ts'
import { useGrokRunner } from '../grok-run/use-grok-runner.ts'
import { extractSourceOf } from './extract-source.ts'
import { newExtractorLink } from './new-extractor-link.ts'

/** Opens the page of a new grok extractor for a pattern of messages; `undefined` without the permission. */
export function usePatternExtractor(): ((pattern: Pattern) => void) | undefined {
  const t = useText()
  const call = useCall()
  const client = useQueryClient()
  const runner = useGrokRunner()
  const drafts = useDrafts()
  const notify = useNotify()
  const go = useGo()
  const open = useMutation({
    mutationFn: async (pattern: Pattern) => {
      const { index, id } = pattern.example
      const [{ message }, patterns] = await Promise.all([
        call(getMessage, { params: { index, messageId: id } }),
        client.ensureQueryData(grokPatternsQuery(call)),
      ])
      const source = extractSourceOf({ index, message: { ...message.fields, [FIELD.id]: id } }, FIELD.message)
      if (source === undefined) {
        notify.error(t('search.patterns.extract.noInput'))
        return
      }
      const { text } = source
      const parts =
        partsOfPattern({ ...pattern, example: { ...pattern.example, message: text } }) ?? partsOf(text, source.sender)
      const definitions = new Map(patterns.map(({ name, pattern: definition }) => [name, definition]))
      const { signal } = new AbortController()
      const { grokOfAll, captured } = await runner.draft(
        { task: 'draft', text, source: source.sender, parts, definitions },
        signal,
      )
      storeExtractorDraft(drafts, {
        type: 'grok',
        config: { grok_pattern: grokOfAll, named_captures_only: true },
        title: t('search.patterns.extract.title', {
          fields: [...new Set(captured.map(({ field }) => field))].join(', '),
        }),
        sourceField: FIELD.message,
        targetField: '',
        example: source.example,
      })
      go(newExtractorLink(source, 'grok'))
    },
    onError: (error) => notify.error(statusText(error), t('search.patterns.extract.failed')),
  })
  const may = useMay()
  return may([createExtractor, getInput]) ? open.mutate : undefined
}
