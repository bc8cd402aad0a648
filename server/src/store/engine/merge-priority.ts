/**
 * Merges run at a low priority, so that queries and inserts take no longer while large parts are merged. When parts
 * accumulate, merges get a larger share until they have caught up. ClickHouse has a setting for it
 * (`os_threads_nice_value_merge_mutate`), which the embedded library does not read. Only Linux has priorities of threads.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { constants, getPriority, setPriority } from 'node:os'
import { sql } from '@logyard/languages/sql/sql'
import type { Clock } from '../../platform/clock.ts'
import type { Log } from '../../platform/log.ts'
import type { EngineClient } from './sql-client.ts'

/** The name of the threads that merge, and of a thread of a statement while it runs an OPTIMIZE. */
const MERGES = 'MergeMutate'
const LOOK_EVERY_MS = 1000
const LOOKS_PER_COUNT = 5
/** Parts in one partition: each costs a search some tenths of a millisecond. */
const PARTS = { behind: 50, caughtUp: 30 } as const
/** Added to the nice value of the engine. Merges then get a third (behind) or a sixtieth (caught up) of the share of other threads. */
const APART = { behind: 5, caughtUp: 19 } as const

interface Thread {
  readonly id: number
  readonly name: string
  readonly nice: number
}

/** Runs until the signal aborts, which it does when the process ends. */
export async function watchMergePriority(
  pid: number,
  { client, log, clock }: { readonly client: Pick<EngineClient, 'query'>; readonly log: Log; readonly clock: Clock },
  signal: AbortSignal,
): Promise<void> {
  const tasks = `/proc/${pid}/task`
  if (!existsSync(tasks)) return
  const usual = getPriority(pid)
  const niceOf = (state: keyof typeof APART) => Math.min(usual + APART[state], constants.priority.PRIORITY_LOW)
  let state: keyof typeof APART = 'behind'
  let canRaise: boolean | undefined

  async function look(at: number): Promise<void> {
    if (canRaise === true && at % LOOKS_PER_COUNT === 0) {
      const parts = await mostParts(client, signal)
      if (parts > PARTS.behind) state = 'behind'
      if (parts < PARTS.caughtUp) state = 'caughtUp'
    }
    const threads = threadsIn(tasks)
    const unset = threads.filter(({ name, nice }) => name === MERGES && nice !== niceOf(state))
    const [first] = unset
    if (first !== undefined) canRaise ??= lowerAndTryToRaise(first.id)
    // The thread of an OPTIMIZE runs statements afterwards: without the right, it could not be raised again.
    if (unset.length > 0 && (canRaise === true || !(await isOptimizing(client, signal)))) {
      for (const { id } of unset) setNice(id, niceOf(state))
    }
    if (canRaise !== true) return
    for (const { id, name, nice } of threads) {
      // The thread ran an OPTIMIZE, or a merge started it and it inherited the priority.
      const isLowered = [niceOf('behind'), niceOf('caughtUp')].includes(nice)
      if (name !== MERGES && isLowered) setNice(id, usual)
    }
  }

  /** Leaves the thread at the lower priority, where it could not be raised again. */
  function lowerAndTryToRaise(id: number): boolean {
    setNice(id, niceOf('behind'))
    try {
      setNice(id, usual)
      return true
    } catch {
      return false
    }
  }

  for (let at = 0, isWarned = false; !signal.aborted; at += 1) {
    try {
      await look(at)
      isWarned = false
    } catch (error) {
      // The process may have ended just now.
      if (!isWarned && !signal.aborted) log.warn({ err: error }, 'the priority of merges could not be set')
      isWarned = true
    }
    await clock.sleep(LOOK_EVERY_MS, signal).catch(() => undefined)
  }
}

async function mostParts(client: Pick<EngineClient, 'query'>, signal: AbortSignal): Promise<number> {
  const query = sql`SELECT toFloat64(max(parts)) AS most
    FROM (SELECT count() AS parts FROM system.parts WHERE active GROUP BY database, table, partition_id)`
  const rows = await (await client.query({ query, format: 'JSONEachRow', abort_signal: signal })).json<{
    most: number
  }>()
  return rows[0]?.most ?? 0
}

async function isOptimizing(client: Pick<EngineClient, 'query'>, signal: AbortSignal): Promise<boolean> {
  const query = sql`SELECT 1 AS one FROM system.processes WHERE query_kind = 'Optimize' LIMIT 1`
  const rows = await (await client.query({ query, format: 'JSONEachRow', abort_signal: signal })).json()
  return rows.length > 0
}

function threadsIn(tasks: string): readonly Thread[] {
  return readdirSync(tasks).flatMap((id) => {
    const stat = unlessEnded(() => readFileSync(`${tasks}/${id}/stat`, 'utf8'))
    if (stat === undefined) return []
    // The name may contain spaces and brackets; the fields from the third on follow its last bracket.
    const nameEnd = stat.lastIndexOf(')')
    const nice = Number(stat.slice(nameEnd + 2).split(' ')[19 - 3])
    return [{ id: Number(id), name: stat.slice(stat.indexOf('(') + 1, nameEnd), nice }]
  })
}

/** On Linux, `setpriority` takes the id of a thread, also of another process. */
const setNice = (thread: number, nice: number): void => unlessEnded(() => setPriority(thread, nice))

function unlessEnded<T>(call: () => T): T | undefined {
  try {
    return call()
  } catch (error) {
    // A file that is missing, and a thread that has ended. `setPriority` reports the code in `info`.
    const { code, info } = Object(error)
    if (code === 'ENOENT' || code === 'ESRCH' || info?.code === 'ESRCH') return undefined
    throw error
  }
}
