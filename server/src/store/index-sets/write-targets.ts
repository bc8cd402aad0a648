/**
 * The current write index of each index set. A writer holds the targets from the moment it chooses an index until its
 * rows are stored; an index that a writer may still write to is neither closed nor deleted nor made read-only.
 */
import type { Analyzer } from '@logyard/languages/query/analyzers'
import type { Clock } from '../../platform/clock.ts'
import { createListeners } from '../../platform/listeners.ts'
import type { Log } from '../../platform/log.ts'
import { createMutex } from '../../platform/mutex.ts'
import { type IndexSetStore, type StoredIndexSet, writeIndexCollection } from './index-set-store.ts'
import type { IndexWriters } from './index-writers.ts'
import { otherAnalyzers } from './other-analyzers.ts'

/** Index names by index set id. */
export type Targets = ReadonlyMap<string, string>

export interface HeldTargets extends Disposable {
  readonly targets: Targets
  /** The analyzers of the indices that do not use the standard one, by index name. */
  readonly analyzers: ReadonlyMap<string, Analyzer>
}

export type WriteTargets = Awaited<ReturnType<typeof createWriteTargets>>

/** One version of the targets, with the number of its holders. */
interface Generation {
  readonly targets: Targets
  readonly analyzers: HeldTargets['analyzers']
  readonly indices: ReadonlySet<string>
  holders: number
}

/** Time after which other nodes are asked again whether they write to an index. */
const ASK_AGAIN_MS = 200

const generationOf = (targets: Targets, analyzers: HeldTargets['analyzers']): Generation => ({
  targets,
  analyzers,
  indices: new Set(targets.values()),
  holders: 0,
})

export async function createWriteTargets({
  store,
  writers,
  clock,
  log,
}: {
  readonly store: Pick<IndexSetStore, 'settings' | 'sets' | 'writeIndices'>
  readonly writers: Pick<IndexWriters, 'publish' | 'mayWrite'>
  readonly clock: Clock
  readonly log: Log
}) {
  let current = generationOf(new Map(), new Map())
  const past = new Set<Generation>()
  const listeners = createListeners<[Targets]>()
  const releases = createReleases()
  const inTurn = createMutex()
  const all = createHoldersOfAll(() => {
    publish()
    releases.notify()
  })
  const written = (coming?: Targets) => ({ indices: indicesOf([current, ...past], coming), all: all.mayWrite() })
  function publish(): void {
    writers
      .publish(() => written())
      .catch((error: unknown) => log.warn({ err: error }, 'other nodes do not know which indices are written to'))
  }

  function apply(targets: Targets, analyzers: HeldTargets['analyzers']): void {
    const isSame =
      targets.size === current.targets.size && [...targets].every(([id, index]) => current.targets.get(id) === index)
    if (isSame) return
    if (current.holders > 0) past.add(current)
    current = generationOf(targets, analyzers)
    listeners.notify(targets)
  }

  /** Applies the write indices in the settings before it resolves. */
  const reload = () =>
    inTurn(async () => {
      const [entries, sets] = await Promise.all([store.writeIndices.list(), store.sets.list()])
      const targets = new Map(entries.map(({ id, index }) => [id, index]))
      await writers.publish(() => written(targets))
      apply(targets, analyzersOf(sets, targets))
      publish()
    })

  function release(generation: Generation): void {
    generation.holders -= 1
    if (generation.holders > 0 || !past.delete(generation)) return
    publish()
    releases.notify()
  }

  const isHeld = (index: string) => all.isHeld() || [...past].some((generation) => generation.indices.has(index))

  // Another node that shares the settings may rotate as well.
  const watching = store.settings.onChange(writeIndexCollection.name, reload)
  await reload()

  return {
    of: (indexSetId: string) => current.targets.get(indexSetId),
    hold() {
      const generation = current
      generation.holders += 1
      all.started()
      let isHeldStill = true
      return {
        targets: generation.targets,
        analyzers: generation.analyzers,
        [Symbol.dispose]() {
          if (isHeldStill) release(generation)
          isHeldStill = false
        },
      }
    },
    /** Holds every index: for rows whose index was chosen before a restart. */
    holdAll: all.hold,
    /** Calls the listener with all targets at each change, until disposed. */
    onChange: listeners.add,
    /** Resolves once no writer of any node holds earlier targets that include this index. */
    async released(index: string, signal: AbortSignal) {
      await releases.until(() => !isHeld(index), signal)
      // Other nodes withdraw the index once they have stored their rows, or end.
      while (await writers.mayWrite(index)) await clock.sleep(ASK_AGAIN_MS, signal)
    },
    reload,
    [Symbol.dispose]: () => watching[Symbol.dispose](),
  }
}

const indicesOf = (generations: readonly Generation[], coming: Targets = new Map()): ReadonlySet<string> =>
  new Set([...coming.values(), ...generations.flatMap(({ indices }) => [...indices])])

function analyzersOf(sets: readonly StoredIndexSet[], targets: Targets): ReadonlyMap<string, Analyzer> {
  const analyzers = new Map<string, Analyzer>()
  for (const { set, analyzer } of otherAnalyzers(sets)) {
    const index = targets.get(set.id)
    if (index !== undefined) analyzers.set(index, analyzer)
  }
  return analyzers
}

/** Holders of every index. Until the first writer says what it holds, other nodes must not change any either. */
function createHoldersOfAll(changed: () => void) {
  let holders = 0
  let isStarting = true
  return {
    isHeld: () => holders > 0,
    mayWrite: () => isStarting || holders > 0,
    started() {
      if (!isStarting) return
      isStarting = false
      changed()
    },
    hold() {
      holders += 1
      changed()
      const held = new DisposableStack()
      held.defer(() => {
        holders -= 1
        changed()
      })
      return held
    },
  }
}

/** Callers that wait until holders have released their targets. */
function createReleases() {
  const waiting = new Set<() => void>()
  return {
    notify() {
      for (const check of [...waiting]) check()
    },
    async until(isReleased: () => boolean, signal: AbortSignal): Promise<void> {
      signal.throwIfAborted()
      if (isReleased()) return
      await new Promise<void>((resolve, reject) => {
        const leave = () => {
          waiting.delete(check)
          signal.removeEventListener('abort', abort)
        }
        const check = () => {
          if (!isReleased()) return
          leave()
          resolve()
        }
        const abort = () => {
          leave()
          reject(signal.reason)
        }
        waiting.add(check)
        signal.addEventListener('abort', abort, { once: true })
      })
    },
  }
}
