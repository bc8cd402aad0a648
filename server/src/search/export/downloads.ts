/**
 * Exports that the browser downloads by itself. A permitted user gets a ticket for a prepared export. A ticket is valid
 * once, for one minute, so that one in a browser history or a log is useless.
 */
import type { Clock } from '../../platform/clock.ts'
import { LogyardError } from '../../platform/errors.ts'
import type { Ids } from '../../platform/ids.ts'
import type { ExportFormat } from './export-format.ts'
import type { MessageExport } from './message-exports.ts'

export interface PreparedDownload {
  readonly selection: MessageExport
  readonly format: ExportFormat
  readonly fileName: string
}

export interface Downloads {
  prepare(download: PreparedDownload): { readonly ticket: string; readonly expiresAt: Date }
  /** Throws if the ticket is unknown, expired or was used before. */
  consume(ticket: string): PreparedDownload
}

const GOOD_FOR_MS = 60_000
/** Beyond that the oldest unused tickets are dropped. */
const MAX_WAITING = 1000
const TICKET_BYTES = 32

const downloadNotFound = () =>
  new LogyardError('not-found', 'download-not-found', 'This download does not exist, was used already, or has expired')

export function createDownloads({ clock, ids }: { readonly clock: Clock; readonly ids: Ids }): Downloads {
  const waiting = new Map<string, PreparedDownload & { readonly untilMs: number }>()
  return {
    prepare(download) {
      const nowMs = clock.monotonicMs()
      for (const [ticket, { untilMs }] of waiting) {
        if (untilMs <= nowMs || waiting.size >= MAX_WAITING) waiting.delete(ticket)
      }
      const ticket = ids.bytes(TICKET_BYTES).toString('base64url')
      waiting.set(ticket, { ...download, untilMs: nowMs + GOOD_FOR_MS })
      return { ticket, expiresAt: new Date(clock.now().getTime() + GOOD_FOR_MS) }
    },
    consume(ticket) {
      const download = waiting.get(ticket)
      waiting.delete(ticket)
      if (download === undefined || download.untilMs <= clock.monotonicMs()) throw downloadNotFound()
      return download
    },
  }
}
