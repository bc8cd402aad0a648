import * as universal from '@logyard/contract/search/universal-search'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { accepts } from '../../http/accepts.ts'
import type { Caller } from '../../http/caller.ts'
import { serve } from '../../http/serve.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Decoration } from '../decorators/decorate-messages.ts'
import { type ExportCall, sendExport } from '../export/send-export.ts'
import type { AnswerMemory } from '../statements/answer-memory.ts'
import { jsonChunksOf, sendJsonChunks } from '../statements/json-chunks.ts'
import type { SearchEngines } from '../statements/search-engine.ts'
import { missingShards } from '../statements/skip-missing.ts'
import { absoluteRange, keywordRange, relativeRange } from './universal-range.ts'
import type { LegacyRequest, UniversalSearch } from './universal-search.ts'

interface Call {
  readonly caller: Caller
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  readonly signal: AbortSignal
}

export function universalRoutes(
  api: FastifyInstance,
  deps: {
    readonly universal: UniversalSearch
    readonly engine: SearchEngines
    readonly decoration: Decoration
    readonly memory: AnswerMemory
    readonly clock: Clock
  },
): void {
  const nowMs = () => deps.clock.now().getTime()

  async function find(call: Call, search: LegacyRequest) {
    const { caller, request, reply, signal } = call
    if (!wantsDocuments(request)) return await sendTable(call, search, {})
    const budget = deps.memory.open(caller.userId)
    // Reserved until the answer was sent or the client has disconnected.
    signal.addEventListener('abort', budget[Symbol.dispose], { once: true })
    if (signal.aborted) budget[Symbol.dispose]()
    const missing = new Set<number>()
    const engine = deps.engine.of({ user: caller.userId, budget, missing })
    const found = await deps.universal.find(caller, search, { engine, signal })
    const chunks = await jsonChunksOf({ ...found, ...missingShards(missing) }, budget.reserveAnswer)
    budget.releaseRows()
    return sendJsonChunks(reply, chunks)
  }
  async function sendTable(
    { caller, reply, signal }: Call,
    search: LegacyRequest,
    more: Pick<ExportCall, 'onMissing'>,
  ) {
    const selection = await deps.universal.select(caller, search)
    return await sendExport({ selection, format: 'csv', reply, signal, ...more }, deps)
  }
  function download(call: Call, search: LegacyRequest, range: string) {
    const name = (text: string) => call.reply.header('content-disposition', `attachment; filename=${text}.csv`)
    const text = `graylog-search-result-${fileName(range)}`
    name(text)
    return sendTable(call, search, { onMissing: (shards) => name(`${text}-without-shard-${shards.join('-')}`) })
  }

  const relativeRequest = (parameters: { readonly query: string; readonly range?: number }) => {
    const now = nowMs()
    return { kind: 'relative', parameters, range: relativeRange(parameters.range ?? 0, now), nowMs: now } as const
  }
  const absoluteRequest = (parameters: { readonly query: string; readonly from: string; readonly to: string }) => {
    const now = nowMs()
    return {
      kind: 'absolute',
      parameters,
      range: absoluteRange(parameters.from, parameters.to, now),
      nowMs: now,
    } as const
  }
  const keywordRequest = (parameters: { readonly query: string; readonly keyword: string }) => {
    const now = nowMs()
    return { kind: 'keyword', parameters, range: keywordRange(parameters.keyword, now), nowMs: now } as const
  }

  serve(api, universal.searchRelative, (call) => find(call, relativeRequest(call.query)))
  serve(api, universal.searchAbsolute, (call) => find(call, absoluteRequest(call.query)))
  serve(api, universal.searchKeyword, (call) => find(call, keywordRequest(call.query)))
  serve(api, universal.downloadRelative, (call) =>
    download(call, relativeRequest(call.query), `relative-${call.query.range ?? 0}`),
  )
  serve(api, universal.downloadAbsolute, (call) =>
    download(call, absoluteRequest(call.query), `absolute-${call.query.from}-${call.query.to}`),
  )
  serve(api, universal.downloadKeyword, (call) =>
    download(call, keywordRequest(call.query), `keyword-${call.query.keyword}`),
  )
}

/** CSV only if the client does not accept JSON. */
function wantsDocuments({ headers: { accept } }: FastifyRequest): boolean {
  return accept === undefined || accept === '' || accepts(accept, 'application/json')
}

/** Replaces characters that are not allowed in a header. */
const fileName = (text: string): string => text.replaceAll(/[^\w .:+-]/g, '_')
