/**
 * The current write index of each index set. A writer holds the targets from the moment it chooses an index until its
 * rows are stored; an index that a writer may still write to is neither closed nor deleted nor made read-only.
 */
import type { Analyzer } from '@logyard/languages/query/analyzers'
import { createListeners } from '../../platform/listeners.ts'
import type { Log } from '../../platform/log.ts'
import { type IndexSetStore, type StoredIndexSet, writeIndexCollection } from './index-set-store.ts'
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

const generationOf = (targets: Targets, analyzers: HeldTargets['analyzers']): Generation => ({
  targets,
  analyzers,
  indices: new Set(targets.values()),
  holders: 0,
})

export async function createWriteTargets({
  store,
  log,
}: {
  readonly store: Pick<IndexSetStore, 'settings' | 'sets' | 'writeIndices'>
  readonly log: Log
}) {
  let current = generationOf(new Map(), new Map())
  const past = new Set<Generation>()
  const listeners = createListeners<[Targets]>()
  const releases = createReleases()
  let holdersOfAll = 0
  let reloads = 0
  let newestApplied = 0

  function apply(targets: Targets, analyzers: HeldTargets['analyzers']): void {
    const isSame =
      targets.size === current.targets.size && [...targets].every(([id, index]) => current.targets.get(id) === index)
    if (isSame) return
    if (current.holders > 0) past.add(current)
    current = generationOf(targets, analyzers)
    listeners.notify(targets)
  }

  /** Applies the write indices in the settings before it resolves. */
  async function reload(): Promise<void> {
    const turn = ++reloads
    const [entries, sets] = await Promise.all([store.writeIndices.list(), store.sets.list()])
    // A read that began before the newest applied one may be older.
    if (turn < newestApplied) return
    newestApplied = turn
    const targets = new Map(entries.map(({ id, index }) => [id, index]))
    apply(targets, analyzersOf(sets, targets))
  }

  function release(generation: Generation): void {
    generation.holders -= 1
    if (generation.holders > 0 || !past.delete(generation)) return
    releases.notify()
  }

  const isHeld = (index: string) => holdersOfAll > 0 || [...past].some((generation) => generation.indices.has(index))

  // Another node that shares the settings may rotate as well.
  const watching = store.settings.onChange(writeIndexCollection.name, () => {
    reload().catch((error: unknown) => log.error({ err: error }, 'write indices not read'))
  })
  await reload()

  return {
    of: (indexSetId: string) => current.targets.get(indexSetId),
    hold() {
      const generation = current
      generation.holders += 1
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
    holdAll() {
      holdersOfAll += 1
      const held = new DisposableStack()
      held.defer(() => {
        holdersOfAll -= 1
        releases.notify()
      })
      return held
    },
    /** Calls the listener with all targets at each change, until disposed. */
    onChange: listeners.add,
    /** Resolves once no writer holds earlier targets that include this index. */
    released: (index: string, signal: AbortSignal) => releases.until(() => !isHeld(index), signal),
    reload,
    [Symbol.dispose]: () => watching[Symbol.dispose](),
  }
}

function analyzersOf(sets: readonly StoredIndexSet[], targets: Targets): ReadonlyMap<string, Analyzer> {
  const analyzers = new Map<string, Analyzer>()
  for (const { set, analyzer } of otherAnalyzers(sets)) {
    const index = targets.get(set.id)
    if (index !== undefined) analyzers.set(index, analyzer)
  }
  return analyzers
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
