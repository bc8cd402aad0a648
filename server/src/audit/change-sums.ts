/**
 * A user who makes very many changes gets an entry for each of the first ones of an hour; the further ones are counted
 * in one entry per event and minute, in the transaction of each change. So no user can push out the entries of others.
 */
import type { AuditEntryBody } from '@logyard/contract/audit/audit-entry'
import type { Clock } from '../platform/clock.ts'
import { newEntryOf } from './audit-entry.ts'
import type { OpenEntries } from './open-entries.ts'

export type ChangeSums = ReturnType<typeof createChangeSums>

interface Sum {
  readonly sequence: number
  readonly body: AuditEntryBody
  readonly endsAtMs: number
}

const SUM_MS = 60_000
const HOUR_MS = 3_600_000

export function createChangeSums(deps: {
  readonly clock: Clock
  readonly open: OpenEntries
  readonly changesOfUserPerHour: number
}) {
  const { clock, open, changesOfUserPerHour } = deps
  const hours = new Map<string, { readonly endsAtMs: number; count: number }>()
  const sums = new Map<string, Sum>()

  function endOld(nowMs: number): void {
    for (const [user, { endsAtMs }] of hours) if (endsAtMs <= nowMs) hours.delete(user)
    for (const [key, { endsAtMs, sequence }] of sums) {
      if (endsAtMs > nowMs) continue
      sums.delete(key)
      open.remove(sequence)
    }
  }

  return {
    /** Counts an entry of its own. */
    note({ user_id }: AuditEntryBody) {
      const nowMs = clock.monotonicMs()
      endOld(nowMs)
      const hour = hours.get(user_id ?? '') ?? { endsAtMs: nowMs + HOUR_MS, count: 0 }
      hour.count += 1
      hours.set(user_id ?? '', hour)
    },
    /** The entry that counts this change too; undefined if the change gets an entry of its own. */
    writeFor(entry: AuditEntryBody) {
      const nowMs = clock.monotonicMs()
      endOld(nowMs)
      const user = entry.user_id ?? ''
      if ((hours.get(user)?.count ?? 0) < changesOfUserPerHour) return undefined
      const key = JSON.stringify([user, entry.event])
      const known = sums.get(key)
      const body = known === undefined ? summed(entry) : added(known.body, entry)
      return {
        entry: newEntryOf(body),
        ...(known === undefined ? {} : { sequence: known.sequence }),
        onStored(sequence: number) {
          sums.set(key, { sequence, body, endsAtMs: known?.endsAtMs ?? nowMs + SUM_MS })
          if (known === undefined) open.add(sequence, () => void sums.delete(key))
        },
      }
    },
  }
}

const summed = (entry: AuditEntryBody): AuditEntryBody => ({
  ...entry,
  outcome: entry.outcome === 'started' ? 'done' : entry.outcome,
  target: {},
  entity_id: '',
  entity_title: '',
  changes: [],
  more_changes: entry.changes.length + entry.more_changes,
})

const added = (sum: AuditEntryBody, { at, changes, more_changes }: AuditEntryBody): AuditEntryBody => ({
  ...sum,
  last_at: at,
  count: sum.count + 1,
  more_changes: sum.more_changes + changes.length + more_changes,
})
