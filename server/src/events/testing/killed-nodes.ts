/** Two processes that evaluate on one store, each killed at random moments and started again. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { seededRandom } from '@logyard/codecs/testing/seeded-random'
import type { NodeOrder } from './killed-evaluation.ts'
import { createSharedClock } from './shared-clock.ts'

const PROGRAM = join(import.meta.dirname, 'killed-evaluation.ts')
const COMPILED = join(import.meta.dirname, '..', '..', '..', '..', '.cache', 'compiled')
const NODES = ['one', 'two'] as const
const LEASE_MS = 1500

export interface KilledNodes extends AsyncDisposable {
  /** Sets the wall clock of both. */
  set(nowMs: number): void
  kills(): number
}

export function startKilledNodes(options: {
  readonly seed: number
  readonly startMs: number
  readonly order: Omit<NodeOrder, 'nodeId' | 'leaseMs'>
}): KilledNodes {
  const random = seededRandom(options.seed)
  const running = new Map<string, ChildProcess>()
  const stopping = new AbortController()
  const clock = createSharedClock(options.order.clock, options.startMs)
  let kills = 0

  function start(nodeId: string): ChildProcess {
    const order: NodeOrder = { ...options.order, nodeId, leaseMs: LEASE_MS }
    const child = spawn(process.execPath, [PROGRAM, JSON.stringify(order)], {
      stdio: ['pipe', 'pipe', 'inherit'],
      env: { ...process.env, NODE_COMPILE_CACHE: COMPILED },
    })
    // It may be woken after it was killed.
    child.stdin?.on('error', () => undefined)
    running.set(nodeId, child)
    return child
  }

  async function killAndStart(): Promise<void> {
    const nodeId = random.pick(NODES)
    const child = running.get(nodeId)
    if (child?.stdout == null) return
    const ended = once(child, 'exit')
    child.kill('SIGKILL')
    await ended
    kills += 1
    await sleep(random.below(400), undefined, { signal: stopping.signal })
    const started = start(nodeId)
    // Most of them come to run something before they are killed again; some are killed while they start.
    const isSeen = random.below(5) > 0
    await (isSeen && started.stdout !== null ? once(started.stdout, 'data') : once(started, 'spawn'))
  }

  async function killAgainAndAgain(): Promise<void> {
    for (const nodeId of NODES) start(nodeId)
    while (!stopping.signal.aborted) {
      try {
        await sleep(1000 + random.below(2500), undefined, { signal: stopping.signal })
        await killAndStart()
      } catch (error) {
        if (!stopping.signal.aborted) throw error
      }
    }
  }

  const killing = killAgainAndAgain()
  return {
    set(ms) {
      clock.set(ms)
      for (const child of running.values()) child.stdin?.write('wake\n')
    },
    kills: () => kills,
    async [Symbol.asyncDispose]() {
      stopping.abort()
      await killing
      await Promise.all(
        Array.from(running.values(), async (child) => {
          if (child.exitCode !== null || child.signalCode !== null) return
          const ended = once(child, 'exit')
          child.kill('SIGKILL')
          await ended
        }),
      )
      clock[Symbol.dispose]()
    },
  }
}
