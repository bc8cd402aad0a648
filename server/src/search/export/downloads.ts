/**
 * Exports that a browser saves by itself, while the page that asked for them goes on: whoever may have one is given a
 * ticket, and what it opens was decided when it was made. A ticket is good for one reading within a minute, so one that
 * stays behind in a history or a log opens nothing.
 */
import type { Clock } from '../../platform/clock.ts'
import { LogyardError } from '../../platform/errors.ts'
import type { Ids } from '../../platform/ids.ts'
import type { ExportFormat } from './export-format.ts'
import type { MessageExport } from './message-exports.ts'

export interface PreparedDownload {
  readonly asked: MessageExport
  readonly format: ExportFormat
  readonly fileName: string
}

export interface Downloads {
  prepare(download: PreparedDownload): { readonly ticket: string; readonly expiresAt: Date }
  /** Takes it: the same ticket is unknown the next time. */
  take(ticket: string): PreparedDownload
}

const GOOD_FOR_MS = 60_000
/** Those that nobody came for are dropped, the oldest first. */
const MAX_WAITING = 1000
const TICKET_BYTES = 32

const downloadNotFound = () =>
  new LogyardError('not-found', 'download-not-found', 'There is no such download, or it was read or has expired')

export function createDownloads({ clock, ids }: { readonly clock: Clock; readonly ids: Ids }): Downloads {
  const waiting = new Map<string, PreparedDownload & { readonly expiresAt: Date }>()
  return {
    prepare(download) {
      const nowMs = clock.now().getTime()
      for (const [ticket, { expiresAt }] of waiting) {
        if (expiresAt.getTime() <= nowMs || waiting.size >= MAX_WAITING) waiting.delete(ticket)
      }
      const ticket = ids.bytes(TICKET_BYTES).toString('base64url')
      const expiresAt = new Date(nowMs + GOOD_FOR_MS)
      waiting.set(ticket, { ...download, expiresAt })
      return { ticket, expiresAt }
    },
    take(ticket) {
      const download = waiting.get(ticket)
      waiting.delete(ticket)
      if (download === undefined || download.expiresAt <= clock.now()) throw downloadNotFound()
      return download
    },
  }
}
