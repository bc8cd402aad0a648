/**
 * Merges get the processor time that nobody else wants, so that questions and inserts take no longer while large parts
 * are merged; where parts pile up that way, they get a share of their own until they have caught up. The engine has a
 * setting for their priority, which libchdb reads and then leaves alone.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import type { EngineSession } from './engine-session.ts'
import { canRaisePriority, hasPriority, listThreads, setThreadPriority, type Thread } from './thread-priority.ts'

/** Of threads that only merge, and of one that runs an OPTIMIZE for as long as that takes. */
const MERGES = 'MergeMutate'
/** Of Node's threads, which sessions run in. */
const SESSIONS = 'libuv-worker'
const LOOK_EVERY_MS = 1000
const COUNT_EVERY_MS = 5000
/** Parts in one partition: each costs a search some tenths of a millisecond. */
const PARTS = { behind: 50, caughtUp: 30 } as const
const MOST_PARTS = `SELECT max(parts)
  FROM (SELECT count() AS parts FROM system.parts WHERE active GROUP BY database, table, partition_id)`
const CONDITIONS = { settings: new Map(), params: new Map(), database: 'default', role: undefined }

type Outcome = 'again' | 'done'

/** Goes on until it is told to stop; the session must be nobody else's, since it is wanted most while all are busy. */
export async function watchMergePriority(session: EngineSession, signal: AbortSignal): Promise<void> {
  // Before anybody can ask for an OPTIMIZE: its thread loses this name for good.
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
 * Looks at what each thread has, not at what we gave it: one that ran an OPTIMIZE goes on with questions, and one that
 * was begun by a merge has what the merge had.
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

/** For good, so only threads that do nothing else. They begin with the first table that is opened. */
async function lowerMerges(sessions: ReadonlySet<number>): Promise<Outcome> {
  const merging = listThreads().filter(({ id, name }) => name === MERGES && !sessions.has(id))
  const usual = merging.filter((thread) => !hasPriority(thread, 'lowered'))
  for (const thread of usual) await setThreadPriority(thread, 'lowered')
  return merging.length > 0 && usual.length === 0 ? 'done' : 'again'
}

/** What fails is tried again the next time, and told once until it has worked. */
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
    // Resolves when aborted as well.
    await sleep(everyMs, undefined, { signal, ref: false }).catch(() => undefined)
  }
}

function oneLine(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).trim().replaceAll('\n', ': ')
}
