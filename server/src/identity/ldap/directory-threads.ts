/**
 * Conversations with directories, in threads: one for the sign-ins of each directory, and one for each test of settings.
 * A directory whose answer ends its thread is one that cannot be asked, and holds up nothing else.
 */
import type { Clock } from '../../platform/clock.ts'
import type { Log } from '../../platform/log.ts'
import { type CalledThread, createCalledThread, ThreadEnded } from '../../platform/threads/called-thread.ts'
import { unlessAborted } from '../../platform/unless-aborted.ts'
import type { StoredAuthService } from '../auth-services/auth-service-store.ts'
import type { DirectoryService, Login } from './ask-directory.ts'
import { DirectoryProblem } from './directory-errors.ts'
import type { DirectoryLimits } from './directory-limits.ts'
import type { DirectoryFunctions, DirectoryOutcome } from './directory-program.ts'
import { type SilentAddresses, triedAnyway } from './silent-addresses.ts'
import { timeLimit } from './time-limit.ts'

/** All methods reject with a `DirectoryProblem` when the directory cannot be asked. */
export type DirectoryThreads = ReturnType<typeof createDirectoryThreads>

export interface DirectoryThreadsDeps {
  readonly limits: DirectoryLimits
  readonly silent: SilentAddresses
  readonly clock: Clock
  readonly log: Log
}

/** Memory of one directory's thread. */
const MEMORY_MB = 256

type DirectoryThread = CalledThread<DirectoryFunctions>

export function createDirectoryThreads(deps: DirectoryThreadsDeps) {
  const ofSignIns = new Map<string, DirectoryThread>()
  const threadOf = ({ id }: StoredAuthService) => {
    const thread = ofSignIns.get(id) ?? startThread(deps, deps.silent, `directory ${id}`)
    ofSignIns.set(id, thread)
    return thread
  }
  const inOwnThread = async <Value>(run: (thread: DirectoryThread) => Promise<Value>) => {
    await using thread = startThread(deps, triedAnyway(deps.silent), 'test of a directory')
    return await run(thread)
  }
  return {
    /** Asks for a sign-in. */
    ask: (service: StoredAuthService, login: Login) =>
      converse(deps, threadOf(service), (thread, signal) => thread.call('ask', { service, login }, { signal })),
    /** Asks for a test of settings, which skips no address. */
    askAnyway: (service: DirectoryService, login: Login, stopped: AbortSignal) =>
      inOwnThread((own) =>
        converse(deps, own, (thread, signal) => thread.call('ask', { service, login }, { signal }), stopped),
      ),
    tryAnyway: (service: DirectoryService, stopped: AbortSignal) =>
      inOwnThread((own) => converse(deps, own, (thread, signal) => thread.call('try', service, { signal }), stopped)),
    async [Symbol.asyncDispose]() {
      await Promise.all([...ofSignIns.values()].map((thread) => thread[Symbol.asyncDispose]()))
    },
  }
}

const startThread = ({ limits, clock, log }: DirectoryThreadsDeps, silent: SilentAddresses, name: string) =>
  createCalledThread<DirectoryFunctions>({
    name,
    program: new URL('./directory-program.ts', import.meta.url),
    data: limits,
    memoryMb: MEMORY_MB,
    clock,
    log,
    ours: { ...silent },
  })

/** The time limit begins when the thread has started. A thread that stands still cannot delay it. */
async function converse<Value>(
  { limits }: DirectoryThreadsDeps,
  thread: DirectoryThread,
  run: (thread: DirectoryThread, signal: AbortSignal) => Promise<DirectoryOutcome<Value>>,
  stopped: AbortSignal = NEVER,
): Promise<Value> {
  try {
    await unlessAborted(thread.call('start', undefined), stopped)
    const limit = timeLimit('the directory did not finish', limits.conversationMs)
    const outcome = await run(thread, AbortSignal.any([stopped, limit]))
    if ('problem' in outcome) throw new DirectoryProblem(outcome.problem)
    return outcome.value
  } catch (error) {
    if (!(error instanceof ThreadEnded)) throw error
    throw new DirectoryProblem(`the client of the directory was ended: ${error.message}`, { cause: error })
  }
}

/** A sign-in goes on when its client leaves, for others that wait for the same one. */
const NEVER = new AbortController().signal
