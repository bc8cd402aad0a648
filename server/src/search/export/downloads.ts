/**
 * Exports that the browser downloads by itself. A permitted user gets a ticket for a prepared export. A ticket is valid
 * once, for one minute, so that one in a browser history or a log is useless; the user can see how far it is, and stop it.
 */
import type { DownloadStatus } from '@logyard/contract/search/message-export'
import type { NodeTags } from '../../cluster/node-tags.ts'
import type { Caller } from '../../http/caller.ts'
import type { Clock } from '../../platform/clock.ts'
import { LogyardError } from '../../platform/errors.ts'
import { progressAnswer } from '../progress/progress-answer.ts'
import type { ProgressPoll } from '../progress/progress-poll.ts'
import { searchCancelled } from '../search-errors.ts'
import { missingShards } from '../statements/skip-missing.ts'
import type { ExportFormat } from './export-format.ts'
import type { MessageExport } from './message-exports.ts'

export interface PreparedDownload {
  readonly selection: MessageExport
  readonly format: ExportFormat
  readonly fileName: string
}

export type Downloads = ReturnType<typeof createDownloads>

const GOOD_FOR_MS = 60_000
/** Beyond that the oldest tickets are dropped: unused ones are invalid, and running downloads have no status. */
const MAX_TICKETS = 1000

const downloadNotFound = () =>
  new LogyardError('not-found', 'download-not-found', 'This download does not exist, was used already, or has expired')

interface Ticket {
  readonly userId: string
  /** Undefined once it has begun: a large selection takes memory. */
  download: PreparedDownload | undefined
  readonly stopping: AbortController
  state: DownloadStatus['state']
  /** Numbers of the shards whose messages it lacks. */
  missing: readonly number[]
  /** Undefined unless it is running. */
  progress: ReturnType<ProgressPoll['open']> | undefined
  /** Infinite while the download is running. */
  untilMs: number
}

export function createDownloads({
  clock,
  nodeTags,
  progressPoll,
}: {
  readonly clock: Clock
  readonly nodeTags: Pick<NodeTags, 'secret'>
  readonly progressPoll: ProgressPoll
}) {
  /** The oldest first. */
  const tickets = new Map<string, Ticket>()
  const dueMs = () => clock.monotonicMs() + GOOD_FOR_MS

  function find(id: string): Ticket {
    const ticket = tickets.get(id)
    if (ticket === undefined || ticket.untilMs <= clock.monotonicMs()) throw downloadNotFound()
    return ticket
  }

  function findOwn({ userId }: Caller, id: string): Ticket {
    const ticket = find(id)
    if (ticket.userId !== userId) throw downloadNotFound()
    return ticket
  }

  return {
    prepare(download: PreparedDownload) {
      const nowMs = clock.monotonicMs()
      for (const [id, { untilMs }] of tickets) {
        if (untilMs <= nowMs || tickets.size >= MAX_TICKETS) tickets.delete(id)
      }
      const id = nodeTags.secret()
      const stopping = new AbortController()
      const { userId } = download.selection.caller
      tickets.set(id, {
        userId,
        download,
        stopping,
        state: 'prepared',
        missing: [],
        progress: undefined,
        untilMs: dueMs(),
      })
      return { ticket: id, expiresAt: new Date(clock.now().getTime() + GOOD_FOR_MS) }
    },
    /** Throws if the ticket is unknown, expired or was used before. */
    begin(id: string) {
      const ticket = find(id)
      const { download } = ticket
      if (download === undefined) throw downloadNotFound()
      const progress = progressPoll.open()
      Object.assign(ticket, { state: 'running', download: undefined, progress, untilMs: Number.POSITIVE_INFINITY })
      return {
        ...download,
        signal: ticket.stopping.signal,
        part: progress.part(),
        noteMissing(shards: readonly number[]) {
          ticket.missing = shards
        },
        end(isComplete: boolean) {
          progress[Symbol.dispose]()
          const state = isComplete ? 'done' : ticket.stopping.signal.aborted ? 'stopped' : 'failed'
          Object.assign(ticket, { state, progress: undefined, untilMs: dueMs() })
        },
      }
    },
    /** Both throw unless the download is the caller's. */
    status(caller: Caller, id: string) {
      const { state, progress, missing } = findOwn(caller, id)
      const figures = progressAnswer(progress?.figures(), caller) ?? null
      return { state, progress: figures, ...missingShards(new Set(missing)) }
    },
    stop(caller: Caller, id: string) {
      const ticket = findOwn(caller, id)
      if (ticket.state === 'prepared') tickets.delete(id)
      ticket.stopping.abort(searchCancelled())
    },
  }
}
