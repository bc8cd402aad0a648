import { Readable } from 'node:stream'
import * as exporting from '@logyard/contract/message-export'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { serve } from '../../http/serve.ts'
import type { SearchEngine } from '../search-engine.ts'
import type { Downloads } from './downloads.ts'
import { EXPORT_TYPES, type ExportFormat, exportFormat } from './export-format.ts'
import { exportMessages } from './export-messages.ts'
import type { MessageExport, MessageExports } from './message-exports.ts'

export function exportRoutes(
  api: FastifyInstance,
  {
    exports,
    downloads,
    engine,
  }: { readonly exports: MessageExports; readonly downloads: Downloads; readonly engine: SearchEngine },
): void {
  const send = (asked: MessageExport, request: FastifyRequest, reply: FastifyReply) =>
    sendExport(asked, exportFormat(request.headers.accept), { engine, request, reply })

  serve(api, exporting.exportMessages, async ({ caller, body, request, reply }) =>
    send(await exports.select(caller, body ?? {}), request, reply),
  )
  serve(api, exporting.exportSearch, async ({ caller, params, body, request, reply }) =>
    send(await exports.ofSearch(caller, params.searchId, body ?? {}), request, reply),
  )
  serve(api, exporting.exportSearchType, async ({ caller, params, body, request, reply }) =>
    send(await exports.ofSearchType(caller, params.searchId, params.searchTypeId, body ?? {}), request, reply),
  )

  serve(api, exporting.prepareDownload, async ({ caller, body }) => {
    const { search_id: searchId, search_type_id: searchTypeId, format, file_name: fileName, ...result } = body
    const asked =
      searchTypeId === undefined || searchTypeId === null
        ? await exports.ofSearch(caller, searchId, result)
        : await exports.ofSearchType(caller, searchId, searchTypeId, result)
    const { ticket, expiresAt } = downloads.prepare({ asked, format, fileName })
    return { ticket, expires_at: expiresAt.toISOString() }
  })
  serve(api, exporting.readDownload, async ({ params, request, reply }) => {
    const { asked, format, fileName } = downloads.take(params.ticket)
    reply.header('content-disposition', `attachment; filename*=UTF-8''${encodedName(fileName)}`)
    reply.header('cache-control', 'no-store')
    return sendExport(asked, format, { engine, request, reply })
  })
}

/** As RFC 8187 has it. */
const encodedName = (name: string) =>
  encodeURIComponent(name.toWellFormed()).replace(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  )

/** Waits for the first messages, so that what fails at once is still answered as a failure. */
export async function sendExport(
  asked: MessageExport,
  format: ExportFormat,
  {
    engine,
    request,
    reply,
  }: { readonly engine: SearchEngine; readonly request: FastifyRequest; readonly reply: FastifyReply },
): Promise<FastifyReply> {
  const chunks = exportMessages({ ...asked, format }, { engine, signal: request.signal })
  const first = await chunks.next()
  async function* all() {
    try {
      if (first.done !== true) yield first.value
      yield* chunks
    } finally {
      await chunks.return(undefined)
    }
  }
  reply.type(`${EXPORT_TYPES[format]}; charset=utf-8`)
  return reply.send(Readable.from(all(), { objectMode: false }))
}
