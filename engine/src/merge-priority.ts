/**
 * Merges run in processor time that is otherwise idle, so that queries and inserts take no longer while large parts are
 * merged. When parts accumulate, merges get a share of their own until they have caught up. The engine has a setting
 * for their priority, but libchdb ignores it.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import type { EngineSession } from './engine-session.ts'
import { canRaisePriority, hasPriority, listThreads, setThreadPriority, type Thread } from './thread-priority.ts'

/** The names of threads that only merge, and of a thread while it runs an OPTIMIZE. */
const MERGES = 'MergeMutate'
/** The name of Node's threads, which run the sessions. */
const SESSIONS = 'libuv-worker'
const LOOK_EVERY_MS = 1000
const COUNT_EVERY_MS = 5000
/** Parts in one partition: each costs a search some tenths of a millisecond. */
const PARTS = { behind: 50, caughtUp: 30 } as const
const MOST_PARTS = `SELECT max(parts)
  FROM (SELECT count() AS parts FROM system.parts WHERE active GROUP BY database, table, partition_id)`
const CONDITIONS = { settings: new Map(), params: new Map(), database: 'default', role: undefined }

type Outcome = 'again' | 'done'

/** Runs until stopped. Nothing else may use the session: it is needed most while all others are busy. */
export async function watchMergePriority(session: EngineSession, signal: AbortSignal): Promise<void> {
  // Before the first OPTIMIZE can run: its thread loses this name for good.
  const sessions = new Set(listThreads().flatMap(({ id, name }) => (name === SESSIONS ? [id] : [])))
  if (!(await canRaisePriority())) {
    await repeat(LOOK_EVERY_MS, signal, () => lowerMerges(sessions))
    return
  }
  let wanted: 'idle' | 'lowered' = 'idle'
  const count = async (): Promise<Outcome> => {
    const parts = Number((await session.run(CONDITIONS, MOST_PARTS, 'TabSeparatedRaw')).text())
    if (parts > PARTS.behind) wanted = 'lowered'
    if (parts < PARTS.caughtUp) wanted = 'idle'
    return 'again'
  }
  const look = async (): Promise<Outcome> => {
    await setMergesApart(wanted)
    return 'again'
  }
  await Promise.all([repeat(COUNT_EVERY_MS, signal, count), repeat(LOOK_EVERY_MS, signal, look)])
}

/**
 * Reads the actual priority of each thread, not the one that was set: a thread that ran an OPTIMIZE runs queries later,
 * and a thread that a merge started inherits the merge's priority.
 */
async function setMergesApart(wanted: 'idle' | 'lowered'): Promise<void> {
  const isKeptBack = (thread: Thread) => hasPriority(thread, 'idle') || hasPriority(thread, 'lowered')
  const changes = listThreads().map(async (thread) => {
    if (thread.name === MERGES) {
      if (!hasPriority(thread, wanted)) await setThreadPriority(thread, wanted)
    } else if (isKeptBack(thread) && !hasPriority(thread, 'usual')) {
      await setThreadPriority(thread, 'usual')
    }
  })
  await Promise.all(changes)
}

/** Applies permanently, and so only to threads that do nothing else. They start with the first table. */
async function lowerMerges(sessions: ReadonlySet<number>): Promise<Outcome> {
  const merging = listThreads().filter(({ id, name }) => name === MERGES && !sessions.has(id))
  const usual = merging.filter((thread) => !hasPriority(thread, 'lowered'))
  for (const thread of usual) await setThreadPriority(thread, 'lowered')
  return merging.length > 0 && usual.length === 0 ? 'done' : 'again'
}

/** A failure is retried the next time, and logged once until it succeeds. */
async function repeat(everyMs: number, signal: AbortSignal, work: () => Promise<Outcome>): Promise<void> {
  let isTold = false
  while (!signal.aborted) {
    try {
      if ((await work()) === 'done') return
      isTold = false
    } catch (error) {
      if (!isTold) process.stderr.write(`The priority of merges could not be set: ${oneLine(error)}\n`)
      isTold = true
    }
    // Also resolves when aborted.
    await sleep(everyMs, undefined, { signal, ref: false }).catch(() => undefined)
  }
}

function oneLine(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).trim().replaceAll('\n', ': ')
}
