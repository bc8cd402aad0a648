/**
 * Which nodes are alive: those whose records changed lately, by the monotonic clock of this node. The wall clocks of nodes
 * may differ; they decide only about a node that this one has not seen change yet.
 */
import type { Clock } from '../platform/clock.ts'
import type { NodeRecord } from './node-store.ts'

/** A node that missed four heartbeats is dead. */
export const MISSABLE_BEATS = 4
/** Time between heartbeats of versions that do not announce it. */
const EARLIER_BEAT_MS = 10_000

interface Sighting {
  readonly lastSeen: string
  /** Monotonic time of the last change. */
  readonly changedMs: number
  /** How much the clock of the node is ahead, if the change was seen soon after it. */
  readonly aheadMs: number | undefined
}

export type NodeSightings = ReturnType<typeof createNodeSightings>

export function createNodeSightings({ clock }: { readonly clock: Clock }) {
  const sightings = new Map<string, Sighting>()
  let lookedMs = Number.NEGATIVE_INFINITY

  function look(record: NodeRecord, before: Sighting | undefined): Sighting {
    const { last_seen: lastSeen } = record
    const nowMs = clock.monotonicMs()
    const aheadMs = Date.parse(lastSeen) - clock.now().getTime()
    if (before === undefined) return { lastSeen, changedMs: nowMs + Math.min(0, aheadMs), aheadMs: undefined }
    if (before.lastSeen === lastSeen) return before
    // It changed between the last look and now.
    const unsureMs = nowMs - lookedMs
    const isAhead = aheadMs > 0
    return { lastSeen, changedMs: nowMs, aheadMs: isAhead ? aheadMs : Math.min(0, aheadMs + unsureMs) }
  }

  return {
    /** Call it with all records, as they are just now. */
    see(records: readonly NodeRecord[]) {
      for (const record of records) sightings.set(record.id, look(record, sightings.get(record.id)))
      lookedMs = clock.monotonicMs()
      const ids = new Set(records.map(({ id }) => id))
      for (const id of sightings.keys()) if (!ids.has(id)) sightings.delete(id)
    },
    isActive({ id, has_left: hasLeft = false, beat_ms: beatMs = EARLIER_BEAT_MS }: NodeRecord) {
      const sighting = sightings.get(id)
      if (sighting === undefined || hasLeft) return false
      return clock.monotonicMs() - sighting.changedMs <= MISSABLE_BEATS * beatMs
    },
    /** How much the clock of the node is ahead of this one; negative if it is behind. Undefined if that is unknown. */
    clockAheadMs: (nodeId: string) => sightings.get(nodeId)?.aheadMs,
  }
}
