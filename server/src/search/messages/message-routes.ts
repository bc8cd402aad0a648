import * as messages from '@logyard/contract/search/messages'
import { analyzeText } from '@logyard/languages/query/analysis'
import { findAnalyzer } from '@logyard/languages/query/analyzers'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { serve } from '../../http/serve.ts'
import type { SearchedIndices } from '../scope/searched-indices.ts'
import { exactJson } from '../statements/exact-json.ts'
import type { ParseMessage } from './parse-message.ts'
import type { GetMessage } from './stored-message.ts'

export function messageRoutes(
  api: FastifyInstance,
  deps: {
    readonly getMessage: GetMessage
    readonly parseMessage: ParseMessage
    readonly indices: Pick<SearchedIndices, 'get'>
  },
): void {
  serve(api, messages.getMessage, async ({ caller, params, signal, reply }) =>
    send(reply, await deps.getMessage(caller, params.index, params.messageId, signal)),
  )

  serve(api, messages.analyzeText, async ({ params, query }) => {
    const { analyzer } = await deps.indices.get(params.index)
    return { tokens: analyzeText(query.string, findAnalyzer(query.analyzer ?? analyzer)) }
  })

  serve(api, messages.parseMessage, ({ body, reply }) => send(reply, deps.parseMessage(body)))
}

/** Serialized here, because response schemas would lose digits of integers. */
const send = (reply: FastifyReply, message: messages.ResultMessage): FastifyReply =>
  reply.type('application/json; charset=utf-8').send(exactJson.stringify(message))
