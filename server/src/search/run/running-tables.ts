/**
 * Requests for tables, of queries with steps and of SQL, while they run: listed with their owner, cost and progress, and
 * stopped like executions of searches. A table is the response of its request, so nothing is left of one that was stopped.
 */
import type { RunningSearch } from '@logyard/contract/search/running-searches'
import type { NodeTags } from '../../cluster/node-tags.ts'
import type { Caller } from '../../http/caller.ts'
import type { Clock } from '../../platform/clock.ts'
import { LogyardError } from '../../platform/errors.ts'
import type { Progress, ProgressPart } from '../progress/progress.ts'
import { costAnswer, progressAnswer } from '../progress/progress-answer.ts'
import type { ProgressPoll } from '../progress/progress-poll.ts'
import { effectiveRange } from '../scope/effective-range.ts'
import { MAX_LISTED_CHARACTERS, MAX_LISTED_STREAMS } from './listed-queries.ts'

const tableStopped = () => new LogyardError('conflict', 'table-stopped', 'The table was stopped before it was done.')

export interface TableAbout {
  readonly kind: Exclude<RunningSearch['kind'], 'search'>
  /** The query or the statement. */
  readonly text: string
  readonly range: Parameters<typeof effectiveRange>[0]
  readonly streams: readonly string[] | undefined
  /** The client finds its request by it. */
  readonly tag: string | undefined
}

interface TableRun {
  readonly signal: AbortSignal
  /** Counts the rows that the statements read. */
  readonly part: ProgressPart
}

interface RunningTable {
  readonly id: string
  readonly caller: Caller
  readonly about: TableAbout
  readonly startMs: number
  readonly startedAt: string
  readonly progress: Progress
  stop(): void
}

export type RunningTables = ReturnType<typeof createRunningTables>

interface Deps {
  readonly clock: Clock
  readonly nodeId: string
  readonly nodeTags: Pick<NodeTags, 'nextId'>
  readonly progressPoll: ProgressPoll
}

export function createRunningTables({ clock, nodeId, nodeTags, progressPoll }: Deps) {
  const running = new Map<string, RunningTable>()

  const listed = (reader: Caller, { id, caller, about, startMs, startedAt, progress }: RunningTable): RunningSearch => {
    const { text, range, streams = [], kind, tag } = about
    const figures = progressAnswer(progress.figures(), reader)
    return {
      job_id: id,
      search_id: '',
      kind,
      tag: tag ?? null,
      owner: caller.username,
      node_id: nodeId,
      started_at: startedAt,
      state: 'running',
      is_in_background: false,
      queries: [
        {
          query_string: text.slice(0, MAX_LISTED_CHARACTERS).toWellFormed(),
          timerange: effectiveRange(range),
          streams: streams.slice(0, MAX_LISTED_STREAMS),
        },
      ],
      cost: costAnswer(progress.cost(), clock.monotonicMs() - startMs, reader.holds('streams:read:*')),
      ...(figures === undefined ? {} : { progress: figures }),
      kept_until: null,
    }
  }

  return {
    /** Rejects when it is stopped, or with its request. */
    async run<Table>(
      caller: Caller,
      about: TableAbout,
      signal: AbortSignal,
      work: (run: TableRun) => Promise<Table>,
    ): Promise<Table> {
      const stopping = new AbortController()
      using progress = progressPoll.open()
      using part = progress.part()
      const id = nodeTags.nextId()
      const stop = () => stopping.abort(tableStopped())
      const [startMs, startedAt] = [clock.monotonicMs(), clock.now().toISOString()]
      running.set(id, { id, caller, about, startMs, startedAt, progress, stop })
      try {
        return await work({ signal: AbortSignal.any([signal, stopping.signal]), part })
      } finally {
        running.delete(id)
      }
    },
    list: (reader: Caller, { ofAll }: { readonly ofAll: boolean }): readonly RunningSearch[] =>
      [...running.values()]
        .filter(({ caller }) => ofAll || caller.userId === reader.userId)
        .map((table) => listed(reader, table)),
    /** False unless there is such a table, and it is the caller's or the caller is an administrator. */
    stop(reader: Caller, id: string): boolean {
      const table = running.get(id)
      if (table === undefined || !(table.caller.userId === reader.userId || reader.holds('*'))) return false
      table.stop()
      return true
    },
  }
}
