/**
 * Turns calls into entries. The first call opens a window of a minute, and its entry is due at once; the same call
 * again within the window is only counted, in a second entry that is due when the window ends. A user who fills the
 * log with different targets soon shares one window for each event, without the target. So a caller costs a bounded
 * number of entries a minute, and yet every call counts in one of them.
 */
import type { AuditedCall } from '../http/audit-hook.ts'
import type { Clock } from '../platform/clock.ts'
import type { Ids } from '../platform/ids.ts'
import { actorOf, type StoredAuditEntry } from './audit-store.ts'

export interface EntryWindows {
  add(call: AuditedCall): void
  /** Removes the entries that are due and returns them; with `all`, also those whose windows are still open. */
  takeDue(all?: 'all'): readonly StoredAuditEntry[]
  /** Calls that found no room, since the last time this was called. */
  takeDropped(): number
}

interface Window {
  readonly actor: string
  readonly endsAtMs: number
  /** Counts the repetitions. */
  repeated: StoredAuditEntry | undefined
}

const WINDOW_MS = 60_000
/** Entries with a target of their own that one user gets in a window's time. */
export const TARGETS_OF_USER = 100
const MAX_WINDOWS = 10_000
/** Entries that wait to be stored; more only collect while the settings store refuses them. */
const MAX_DUE = 10_000
const MAX_VALUE_LENGTH = 200

export function createEntryWindows(deps: {
  readonly clock: Clock
  readonly ids: Ids
  readonly nodeId: string
}): EntryWindows {
  const { clock, ids, nodeId } = deps
  /** In the order in which they end. */
  const windows = new Map<string, Window>()
  const targetsOf = new Map<string, number>()
  let due: StoredAuditEntry[] = []
  let dropped = 0

  function count(window: Window, entry: StoredAuditEntry): void {
    const before = window.repeated
    window.repeated = before === undefined ? entry : { ...before, count: before.count + 1, last_at: entry.last_at }
  }

  function open(key: string, entry: StoredAuditEntry): void {
    if (windows.size >= MAX_WINDOWS || due.length >= MAX_DUE) {
      dropped += 1
      return
    }
    const actor = actorOf(entry)
    windows.set(key, { actor, endsAtMs: clock.monotonicMs() + WINDOW_MS, repeated: undefined })
    targetsOf.set(actor, (targetsOf.get(actor) ?? 0) + 1)
    due.push(entry)
  }

  function close(key: string, { actor, repeated }: Window): void {
    windows.delete(key)
    const left = (targetsOf.get(actor) ?? 1) - 1
    if (left === 0) targetsOf.delete(actor)
    else targetsOf.set(actor, left)
    if (repeated !== undefined) due.push(repeated)
  }

  return {
    add(call) {
      const entry = entryOf(call, { id: ids.next(), at: clock.now().toISOString(), nodeId })
      const key = keyOf(entry)
      const known = windows.get(key)
      if (known !== undefined) return count(known, entry)
      if ((targetsOf.get(actorOf(entry)) ?? 0) < TARGETS_OF_USER) return open(key, entry)
      const sum = {
        ...entry,
        target: {},
        client_address: '',
        text: textOf({ ...entry, target: {}, client_address: '' }),
      }
      const sumKey = keyOf(sum)
      const knownSum = windows.get(sumKey)
      if (knownSum === undefined) open(sumKey, sum)
      else count(knownSum, sum)
    },
    takeDue(all) {
      const nowMs = clock.monotonicMs()
      for (const [key, window] of windows) {
        if (all === undefined && window.endsAtMs > nowMs) break
        close(key, window)
      }
      const taken = due
      due = []
      return taken
    },
    takeDropped() {
      const taken = dropped
      dropped = 0
      return taken
    },
  }
}

function entryOf(
  { event, operation, caller, target, status, clientAddress }: AuditedCall,
  facts: { readonly id: string; readonly at: string; readonly nodeId: string },
): StoredAuditEntry {
  const entry = {
    id: facts.id,
    at: facts.at,
    last_at: facts.at,
    count: 1,
    event,
    outcome: outcomeOf(status),
    status,
    operation,
    user_id: caller?.userId ?? null,
    username: caller?.username ?? null,
    target: Object.fromEntries(Object.entries(target).map(([name, value]) => [name, value.slice(0, MAX_VALUE_LENGTH)])),
    client_address: clientAddress,
    node_id: facts.nodeId,
  }
  return { ...entry, text: textOf(entry) }
}

function outcomeOf(status: number): StoredAuditEntry['outcome'] {
  if (status < 400) return 'done'
  return status < 500 ? 'refused' : 'failed'
}

const keyOf = ({ event, operation, user_id, target, status, client_address }: StoredAuditEntry) =>
  JSON.stringify([user_id, event, operation, status, client_address, target])

const textOf = ({ event, username, target, client_address }: Omit<StoredAuditEntry, 'text'>) =>
  [event, username ?? '', ...Object.values(target), client_address].filter((part) => part !== '').join(' ')
