/**
 * What the nodes that write to the same servers note for each other, again and again: that they run, and what they have
 * seen and ended. A join of a replica waits for these notes, and so does a batch that leaves a replica out.
 *
 * A node may write only while its last note is young (its lease). The others wait for a node until it has noted nothing for
 * longer than that, so nobody goes on without one that may still be writing.
 */
import type { Clock } from '../../platform/clock.ts'
import type { Log } from '../../platform/log.ts'
import { createMutex } from '../../platform/mutex.ts'
import type { ClusterStateStore, NodeNote } from './cluster-state.ts'
import { createLease } from './lease.ts'

export interface NodeNotesDeps {
  readonly notes: ClusterStateStore['notes']
  readonly nodeId: string
  /** Reads the state of the cluster again. */
  refresh(): Promise<void>
  readonly clock: Clock
  readonly log: Log
  readonly stopping: AbortSignal
}

const BEAT_MS = 2000
const LEASE_MS = 5000
/** A node is gone when it has noted nothing for so long: a statement that it sent last has ended, too. */
const GONE_MS = 8000
const ASK_AGAIN_MS = 100

export type NodeNotes = ReturnType<typeof createNodeNotes>

export function createNodeNotes({ notes, nodeId, refresh, clock, log, stopping }: NodeNotesDeps) {
  let own: NodeNote = { id: nodeId, beat: 0, epoch: 0, waits: 0 }
  const inOrder = createMutex()
  const lease = createLease({ clock, refresh })
  const seen = new Map<string, { readonly beat: number; readonly changedMs: number }>()
  let hasListed = false

  const store = () =>
    inOrder(async () => {
      const startedMs = clock.monotonicMs()
      own = { ...own, beat: own.beat + 1 }
      await notes.put(own)
      await lease.renew(startedMs + LEASE_MS)
    })

  async function others(): Promise<readonly NodeNote[]> {
    const found = (await notes.list()).filter(({ id }) => id !== nodeId)
    for (const { id, beat } of found) {
      if (seen.get(id)?.beat !== beat) seen.set(id, { beat, changedMs: clock.monotonicMs() })
    }
    for (const id of seen.keys()) if (!found.some((note) => note.id === id)) seen.delete(id)
    hasListed = true
    return found
  }
  /** A node that stopped has removed its note. */
  function isGone(id: string): boolean {
    const sighting = seen.get(id)
    return sighting === undefined ? hasListed : clock.monotonicMs() - sighting.changedMs > GONE_MS
  }

  const beating = (async () => {
    // One failure is logged, and not those that follow it.
    let isFailing = false
    while (!stopping.aborted) {
      try {
        await store()
        await others()
        isFailing = false
      } catch (error) {
        if (!isFailing && !stopping.aborted) log.warn({ err: error }, 'a note to the other nodes could not be stored')
        isFailing = true
      }
      await clock.sleep(BEAT_MS, stopping).catch(() => undefined)
    }
  })()

  return {
    /** Resolves once this node may write, with a signal that fires when it may no longer. */
    held: lease.held,
    /** The next beat stores it if this fails. */
    async note(changed: Partial<Pick<NodeNote, 'epoch' | 'waits'>>): Promise<void> {
      own = { ...own, ...changed }
      await store().catch(() => undefined)
    },
    isGone,
    /** Resolves once every other node that runs has noted it; with whether a node is passed over that is gone. */
    async untilNoted(has: (note: NodeNote) => boolean, signal: AbortSignal): Promise<{ readonly isOneGone: boolean }> {
      while (true) {
        const waiting = (await others()).filter((note) => !has(note))
        if (waiting.every(({ id }) => isGone(id))) return { isOneGone: waiting.length > 0 }
        await clock.sleep(ASK_AGAIN_MS, signal)
      }
    },
    async [Symbol.asyncDispose]() {
      await beating
      lease[Symbol.dispose]()
      await notes.remove(nodeId).catch((error: unknown) => log.warn({ err: error }, 'a note could not be removed'))
    },
  }
}

/** Notes of a node that shares its settings with no other. */
export const noOtherNodes: NodeNotes = {
  held: async () => new AbortController().signal,
  note: async () => undefined,
  isGone: () => true,
  untilNoted: async () => ({ isOneGone: false }),
  [Symbol.asyncDispose]: async () => undefined,
}
