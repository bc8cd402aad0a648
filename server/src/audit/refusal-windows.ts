/**
 * Turns refused requests into entries. The first one opens a window of a minute, and its entry is due at once; the same
 * request again within the window is only counted, in a second entry that is due when the window ends. A caller with
 * many entries in an hour soon shares one window for each event, without targets, and then one for all events. So a
 * caller costs a bounded number of entries, and yet every refusal counts in one of them.
 */
import { MORE_REFUSED, SIGN_IN_REFUSED } from '@logyard/contract/audit/audit'
import type { AuditEntryBody } from '@logyard/contract/audit/audit-entry'
import type { Clock } from '../platform/clock.ts'

interface Window {
  readonly endsAtMs: number
  /** Counts the repetitions. */
  repeated: AuditEntryBody | undefined
}

interface Hour {
  readonly endsAtMs: number
  opened: number
}

const WINDOW_MS = 60_000
const HOUR_MS = 3_600_000
/** Windows for single targets that one caller opens in an hour. */
export const TARGETS_OF_CALLER = 200
/** Windows that one caller opens in an hour before all of its refusals share one. */
const WINDOWS_OF_CALLER = 300
const MAX_WINDOWS = 10_000
/** Entries that wait to be stored; more only collect while the settings store refuses them. */
const MAX_DUE = 10_000

export function createRefusalWindows({ clock }: { readonly clock: Clock }) {
  /** Windows in the order in which they end. */
  const windows = new Map<string, Window>()
  const hours = new Map<string, Hour>()
  let due: AuditEntryBody[] = []
  let dropped = 0

  function count(window: Window, entry: AuditEntryBody): void {
    const before = window.repeated
    window.repeated = before === undefined ? entry : { ...before, count: before.count + 1, last_at: entry.last_at }
  }

  function add(entry: AuditEntryBody, caller: string): void {
    const key = keyOf(entry)
    const known = windows.get(key)
    if (known !== undefined) {
      count(known, entry)
      return
    }
    if (windows.size >= MAX_WINDOWS || due.length >= MAX_DUE) {
      dropped += 1
      return
    }
    const nowMs = clock.monotonicMs()
    windows.set(key, { endsAtMs: nowMs + WINDOW_MS, repeated: undefined })
    const hour = hours.get(caller) ?? { endsAtMs: nowMs + HOUR_MS, opened: 0 }
    hour.opened += 1
    hours.set(caller, hour)
    due.push(entry)
  }

  return {
    add(entry: AuditEntryBody) {
      const caller = entry.user_id ?? ''
      const opened = hours.get(caller)?.opened ?? 0
      if (opened < TARGETS_OF_CALLER || windows.has(keyOf(entry))) add(entry, caller)
      else if (opened < WINDOWS_OF_CALLER || windows.has(keyOf(withoutTarget(entry)))) add(withoutTarget(entry), caller)
      else add(withoutEvent(entry), caller)
    },
    /** Removes the entries that are due and returns them; with `all`, also those whose windows are still open. */
    takeDue(all?: 'all') {
      const nowMs = clock.monotonicMs()
      for (const [key, { endsAtMs, repeated }] of windows) {
        if (all === undefined && endsAtMs > nowMs) break
        windows.delete(key)
        if (repeated !== undefined) due.push(repeated)
      }
      for (const [caller, { endsAtMs }] of hours) if (endsAtMs <= nowMs) hours.delete(caller)
      const taken = due
      due = []
      return taken
    },
    /** Requests that found no room, since the last time this was called. */
    takeDropped() {
      const taken = dropped
      dropped = 0
      return taken
    },
  }
}

const withoutTarget = (entry: AuditEntryBody): AuditEntryBody => ({
  ...entry,
  target: {},
  entity_id: '',
  entity_title: '',
  client_address: '',
  user_agent: '',
  session: null,
})

/** Wrong passwords stay apart from what users try. */
const withoutEvent = (entry: AuditEntryBody): AuditEntryBody =>
  entry.event === SIGN_IN_REFUSED
    ? withoutTarget(entry)
    : { ...withoutTarget(entry), event: MORE_REFUSED, operation: null, status: null, entity_type: '' }

const keyOf = ({ event, operation, user_id, target, status, client_address }: AuditEntryBody) =>
  JSON.stringify([user_id, event, operation, status, client_address, target])
