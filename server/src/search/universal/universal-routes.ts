import * as universal from '@logyard/contract/universal-search'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { accepts } from '../../http/accepts.ts'
import type { Caller } from '../../http/caller.ts'
import { serve } from '../../http/serve.ts'
import type { Clock } from '../../platform/clock.ts'
import { exactJson } from '../exact-json.ts'
import { sendExport } from '../export/export-routes.ts'
import type { SearchEngine } from '../search-engine.ts'
import { absoluteRange, keywordRange, relativeRange } from './universal-range.ts'
import type { UniversalAsk, UniversalSearch } from './universal-search.ts'

interface Call {
  readonly caller: Caller
  readonly request: FastifyRequest
  readonly reply: FastifyReply
}

export function universalRoutes(
  api: FastifyInstance,
  deps: { readonly universal: UniversalSearch; readonly engine: SearchEngine; readonly clock: Clock },
): void {
  const { engine } = deps
  const nowMs = () => deps.clock.now().getTime()

  async function find({ caller, request, reply }: Call, ask: UniversalAsk) {
    if (!wantsDocuments(request)) return await sendTable({ caller, request, reply }, ask)
    const found = await deps.universal.find(caller, ask, request.signal)
    // As a text: no schema may leave out fields of messages, or digits of their numbers.
    return reply.type('application/json; charset=utf-8').send(exactJson.stringify(found))
  }
  async function sendTable({ caller, request, reply }: Call, ask: UniversalAsk) {
    return await sendExport(await deps.universal.select(caller, ask), 'csv', { engine, request, reply })
  }
  function download(call: Call, ask: UniversalAsk, name: string) {
    call.reply.header('content-disposition', `attachment; filename=graylog-search-result-${fileName(name)}.csv`)
    return sendTable(call, ask)
  }

  const askRelative = (question: { readonly query: string; readonly range?: number }) => {
    const now = nowMs()
    return { kind: 'relative', question, range: relativeRange(question.range ?? 0, now), nowMs: now } as const
  }
  const askAbsolute = (question: { readonly query: string; readonly from: string; readonly to: string }) => {
    const now = nowMs()
    return { kind: 'absolute', question, range: absoluteRange(question.from, question.to, now), nowMs: now } as const
  }
  const askKeyword = (question: { readonly query: string; readonly keyword: string }) => {
    const now = nowMs()
    return { kind: 'keyword', question, range: keywordRange(question.keyword, now), nowMs: now } as const
  }

  serve(api, universal.searchRelative, (call) => find(call, askRelative(call.query)))
  serve(api, universal.searchAbsolute, (call) => find(call, askAbsolute(call.query)))
  serve(api, universal.searchKeyword, (call) => find(call, askKeyword(call.query)))
  serve(api, universal.downloadRelative, (call) =>
    download(call, askRelative(call.query), `relative-${call.query.range ?? 0}`),
  )
  serve(api, universal.downloadAbsolute, (call) =>
    download(call, askAbsolute(call.query), `absolute-${call.query.from}-${call.query.to}`),
  )
  serve(api, universal.downloadKeyword, (call) =>
    download(call, askKeyword(call.query), `keyword-${call.query.keyword}`),
  )
}

/** A table is for those who take nothing else. */
function wantsDocuments({ headers: { accept } }: FastifyRequest): boolean {
  return accept === undefined || accept === '' || accepts(accept, 'application/json')
}

/** What may stand in a header as it is. */
const fileName = (text: string): string => text.replaceAll(/[^\w .:+-]/g, '_')
