import { finished } from 'node:stream'
import * as exporting from '@logyard/contract/search/message-export'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { NodeTags } from '../../cluster/node-tags.ts'
import { serve } from '../../http/serve.ts'
import type { Downloads } from './downloads.ts'
import { exportFormat } from './export-format.ts'
import type { MessageExport, MessageExports } from './message-exports.ts'
import { partialName, type SendExportDeps, sendExport } from './send-export.ts'

interface Call {
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  readonly signal: AbortSignal
}

export function exportRoutes(
  api: FastifyInstance,
  {
    exports,
    downloads,
    nodeTags,
    ...deps
  }: {
    readonly exports: MessageExports
    readonly downloads: Downloads
    readonly nodeTags: Pick<NodeTags, 'otherNodeOf'>
  } & SendExportDeps,
): void {
  const send = (selection: MessageExport, { request, reply, signal }: Call) =>
    sendExport({ selection, format: exportFormat(request.headers.accept), reply, signal }, deps)

  serve(api, exporting.exportMessages, async (call) => send(await exports.select(call.caller, call.body ?? {}), call))
  serve(api, exporting.exportSearch, async (call) =>
    send(await exports.ofSearch(call.caller, call.params.searchId, call.body ?? {}), call),
  )
  serve(api, exporting.exportSearchType, async (call) => {
    const { searchId, searchTypeId } = call.params
    return send(await exports.ofSearchType(call.caller, searchId, searchTypeId, call.body ?? {}), call)
  })

  serve(api, exporting.prepareDownload, async ({ caller, body }) => {
    const { search_id: searchId, search_type_id: searchTypeId, format, file_name: fileName, ...result } = body
    const selection =
      searchTypeId === undefined || searchTypeId === null
        ? await exports.ofSearch(caller, searchId, result)
        : await exports.ofSearchType(caller, searchId, searchTypeId, result)
    const { ticket, expiresAt } = downloads.prepare({ selection, format, fileName })
    return { ticket, expires_at: expiresAt.toISOString() }
  })
  /** Passes a call about the ticket of another node on to it. */
  const passed = async (ticket: string, { request, reply }: Pick<Call, 'request' | 'reply'>) => {
    const other = await nodeTags.otherNodeOf(ticket)
    return other === undefined ? undefined : api.operationHooks.nodes.pass(other, request, reply)
  }
  serve(api, exporting.readDownload, async ({ params, request, reply, signal }) => {
    const elsewhere = await passed(params.ticket, { request, reply })
    if (elsewhere !== undefined) return elsewhere
    const download = downloads.begin(params.ticket)
    const { selection, format, fileName, part } = download
    finished(reply.raw, (error) => download.end(!error && reply.raw.statusCode === OK))
    const name = (text: string) =>
      reply.header('content-disposition', `attachment; filename*=UTF-8''${encodedName(text)}`)
    name(fileName)
    reply.header('cache-control', 'no-store')
    const onMissing = (shards: readonly number[]) => {
      download.noteMissing(shards)
      name(partialName(fileName, shards))
    }
    const stopped = AbortSignal.any([signal, download.signal])
    return sendExport({ selection, format, reply, signal: stopped, part, onMissing }, deps)
  })
  serve(api, exporting.getDownload, async ({ params, caller, ...call }) => {
    return (await passed(params.ticket, call)) ?? downloads.status(caller, params.ticket)
  })
  serve(api, exporting.stopDownload, async ({ params, caller, ...call }) => {
    return (await passed(params.ticket, call)) ?? downloads.stop(caller, params.ticket)
  })
}

const OK = 200

/** Encoding of RFC 8187. */
const encodedName = (name: string) =>
  encodeURIComponent(name.toWellFormed()).replace(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  )
