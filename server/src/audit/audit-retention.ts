/** Deletes the oldest entries: those above an age, and those above a size. */

import { setImmediate as nextTurn } from 'node:timers/promises'
import { type AuditSettings, ENTRIES_DELETED } from '@logyard/contract/audit/audit'
import type { Clock } from '../platform/clock.ts'
import type { Log } from '../platform/log.ts'
import type { EntryLog, EntrySeal } from '../platform/settings/entry-log.ts'
import { entryBodyOf, newEntryOf, SYSTEM_CALL } from './audit-entry.ts'

const DAY_MS = 86_400_000
/** A slice is one short transaction. */
const ENTRIES_PER_SLICE = 1000

interface RetentionDeps {
  readonly entries: EntryLog
  readonly clock: Clock
  /** Soon after the clock was set, no entry is too old. By default it is always steady. */
  readonly isClockSteady?: () => boolean
  readonly log: Log
  readonly nodeId: string
}

export async function retainEntries(deps: RetentionDeps, settings: AuditSettings, signal: AbortSignal): Promise<void> {
  const { entries, clock, log } = deps
  const before = await entries.bounds()
  if (before.first === 0) return
  const isSteady = deps.isClockSteady?.() ?? true
  const oldest = isSteady ? await entries.firstAt(clock.now().getTime() - settings.max_age_days * DAY_MS) : before.first
  const isDue = ({ first, bytes }: typeof before) => first < oldest || bytes > settings.max_bytes
  let bounds = before
  while (isDue(bounds) && !signal.aborted) {
    const last = await endOfSlice(entries, bounds.bytes > settings.max_bytes ? bounds.last : oldest - 1, bounds.first)
    // The newest entries are not sealed yet; they are deleted by a later run.
    if (last === undefined) break
    await entries.write([{ entry: deletionOf(deps, bounds.first, last) }])
    await entries.deleteUpTo(last)
    bounds = await entries.bounds()
    await nextTurn()
  }
  if (bounds.first > before.first) log.info({ first: before.first, last: bounds.first - 1 }, 'audit entries deleted')
}

/** Entries go up to the end of a seal, so that the chain of seals begins there. */
async function endOfSlice(entries: EntryLog, limit: number, first: number): Promise<number | undefined> {
  for (let from = first; ; ) {
    const end = endOfSeals(await entries.sealsAfter(from - 1, ENTRIES_PER_SLICE), limit, from)
    // Entries of another node that are not sealed yet stay, and the slice before them may be deleted already.
    if (end === undefined || (await entries.deletableUpTo(end)) > 0) return end
    from = end + 1
  }
}

function endOfSeals(seals: readonly EntrySeal[], limit: number, first: number): number | undefined {
  let end: number | undefined
  for (const { lastSequence } of seals) {
    if (lastSequence > limit) break
    if (end !== undefined && lastSequence - first >= ENTRIES_PER_SLICE) break
    end = lastSequence
  }
  return end
}

function deletionOf({ clock, nodeId }: RetentionDeps, first: number, last: number) {
  const call = { ...SYSTEM_CALL, event: ENTRIES_DELETED, target: { first: String(first), last: String(last) } }
  const facts = { outcome: 'done', status: null, changes: [], moreChanges: 0, at: clock.now(), nodeId } as const
  return newEntryOf({ ...entryBodyOf({ call, ...facts }), entity_id: '' })
}
