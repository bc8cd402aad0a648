/** The scheduling priority of the threads of this process. Only Linux supports it. */
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { getPriority, setPriority } from 'node:os'
import { promisify } from 'node:util'

/**
 * `idle` runs on otherwise idle processors, and any other thread preempts it at once; `lowered` has a third of the
 * weight of others; `usual` is the priority of the process itself.
 */
export type ThreadPriority = 'idle' | 'lowered' | 'usual'

export type Thread = {
  readonly id: number
  readonly name: string
  /** As proc(5) numbers them: 0 is the usual class, 5 the idle one. */
  readonly policy: number
  readonly nice: number
}

const TASKS = '/proc/self/task'
const POLICY = { usual: 0, idle: 5 } as const
const LOWER_BY = 5
const NICEST = 19

const run = promisify(execFile)

/**
 * The threads of this process; none where the system does not list them. Read synchronously, at about 10 us each,
 * because sessions may occupy all of Node's threads.
 */
export function listThreads(): readonly Thread[] {
  if (!existsSync(TASKS)) return []
  return readdirSync(TASKS)
    .map((id) => findThread(Number(id)))
    .filter((thread) => thread !== undefined)
}

function findThread(id: number): Thread | undefined {
  const stat = statOf(id)
  if (stat === undefined) return undefined
  // The name may contain spaces and brackets; the fields from the third on follow its last bracket.
  const nameEnd = stat.lastIndexOf(')')
  const fields = stat.slice(nameEnd + 2).split(' ')
  const name = stat.slice(stat.indexOf('(') + 1, nameEnd)
  return { id, name, policy: Number(fields[41 - 3]), nice: Number(fields[19 - 3]) }
}

function statOf(id: number): string | undefined {
  try {
    return readFileSync(`${TASKS}/${id}/stat`, 'utf8')
  } catch (error) {
    if (hasEnded(error)) return undefined
    throw error
  }
}

function hasEnded(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ESRCH')
}

export function hasPriority({ policy, nice }: Thread, priority: ThreadPriority): boolean {
  if (priority === 'idle') return policy === POLICY.idle
  return policy === POLICY.usual && nice === niceOf(priority)
}

/** Needs the right to raise a priority, except for `lowered` after `usual`. Ignores a thread that has ended. */
export async function setThreadPriority({ id, policy }: Thread, priority: ThreadPriority): Promise<void> {
  try {
    // Node cannot set scheduling classes, but a program of every Linux can.
    if (priority === 'idle') await run('chrt', ['--idle', '--pid', '0', `${id}`])
    else if (policy !== POLICY.usual) await run('chrt', ['--other', '--pid', '0', `${id}`])
    if (priority !== 'idle') setPriority(id, niceOf(priority))
  } catch (error) {
    if (existsSync(`${TASKS}/${id}`)) throw error
  }
}

function niceOf(priority: 'lowered' | 'usual'): number {
  const own = getPriority()
  return priority === 'usual' ? own : Math.min(own + LOWER_BY, NICEST)
}

/**
 * Whether priorities can be raised again (by `CAP_SYS_NICE` or `RLIMIT_NICE`). Tested with a separate process, because
 * a thread whose priority could not be raised again would starve.
 */
export async function canRaisePriority(): Promise<boolean> {
  if (!existsSync(TASKS)) return false
  const waiting = spawn('cat', { stdio: ['pipe', 'ignore', 'ignore'] })
  try {
    await once(waiting, 'spawn')
    const id = Number(waiting.pid)
    await run('chrt', ['--idle', '--pid', '0', `${id}`])
    await run('chrt', ['--other', '--pid', '0', `${id}`])
    setPriority(id, niceOf('lowered'))
    setPriority(id, niceOf('usual'))
    return true
  } catch {
    // No such program, or no permission: either way priorities cannot be changed.
    return false
  } finally {
    waiting.kill('SIGKILL')
  }
}
