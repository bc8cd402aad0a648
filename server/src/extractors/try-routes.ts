import { tryExtractor } from '@logyard/contract/extractors/try-extractor'
import type { FastifyInstance } from 'fastify'
import { serve } from '../http/serve.ts'
import type { NewestMessages } from '../search/insights/newest-messages.ts'
import { exactJson } from '../search/statements/exact-json.ts'
import { definitionOf } from './definition-of.ts'
import { sampleTooSlow } from './extractor-errors.ts'
import type { SampleMessage } from './extractor-tasks.ts'
import type { ExtractorTrials } from './extractor-trials.ts'
import { readExtractor } from './read-extractor.ts'
import { type IsReadableTable, requireTables } from './require-tables.ts'

export interface TryRoutesDeps {
  readonly trials: Pick<ExtractorTrials, 'try'>
  readonly newestMessages: NewestMessages
  /** Throws if the input does not exist. */
  readonly requireInput: (inputId: string) => Promise<unknown>
  readonly isReadableTable: IsReadableTable
}

/** Includes the time for which the query waits behind others of the user. */
const SAMPLE_LIMIT_MS = 5000
/** Fewer messages are tried if they are long. */
const MAX_SAMPLE_CHARACTERS = 8 * 2 ** 20

export function tryRoutes(
  api: FastifyInstance,
  { trials, newestMessages, requireInput, isReadableTable }: TryRoutesDeps,
): void {
  serve(api, tryExtractor, async ({ params, body, caller, signal, reply }) => {
    const { inputId } = params
    await requireInput(inputId)
    const { title = '', ...draft } = body.extractor
    const read = readExtractor({ title, ...draft }, '')
    requireTables(read, caller, isReadableTable)
    const definition = definitionOf(read)
    const { sourceField, targetField } = definition
    const limit = body.sample ?? 0
    const readSample = async () => {
      const timeout = AbortSignal.timeout(SAMPLE_LIMIT_MS)
      const query = `gl2_source_input:${inputId}`
      const request = { query, withinSeconds: 0, limit, fields: [sourceField, targetField] }
      try {
        return firstOf(await newestMessages(caller, request, AbortSignal.any([signal, timeout])))
      } catch (error) {
        if (timeout.aborted && !signal.aborted) throw sampleTooSlow(SAMPLE_LIMIT_MS)
        throw error
      }
    }
    const example = typeof body.example === 'string' ? { [sourceField]: body.example } : (body.example ?? undefined)
    const sample = limit === 0 ? undefined : await readSample()
    const run = { userId: caller.userId, signal, characters: charactersOf(sample ?? []) }
    const tried = await trials.try(definition, { example, sample }, run)
    // Integers keep all of their digits.
    return reply.type('application/json; charset=utf-8').send(exactJson.stringify(tried))
  })
}

/** The first messages, as long as they have no more characters than the limit. */
function firstOf(messages: readonly SampleMessage[]): readonly SampleMessage[] {
  let characters = 0
  const end = messages.findIndex((message) => {
    characters += charactersOf([message])
    return characters > MAX_SAMPLE_CHARACTERS
  })
  return end === -1 ? messages : messages.slice(0, end)
}

function charactersOf(messages: readonly SampleMessage[]): number {
  let characters = 0
  for (const { document } of messages)
    for (const value of Object.values(document)) if (typeof value === 'string') characters += value.length
  return characters
}
