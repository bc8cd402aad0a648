/** Reads pages of the log: in short steps, so that a search over a million entries does not hold up the server. */

import { setImmediate as nextTurn } from 'node:timers/promises'
import { AuditEntry } from '@logyard/contract/audit/audit-entry'
import { Compile } from 'typebox/compile'
import { documentDamaged } from '../platform/settings/document-codec.ts'
import type { EntryFilter, EntryLog, StoredEntry } from '../platform/settings/entry-log.ts'

export interface EntryRange {
  /** Both included. */
  readonly from: number
  readonly to: number
}

export interface EntrySearch {
  readonly filter: EntryFilter
  readonly fromMs: number | undefined
  readonly toMs: number | undefined
}

const ENTRIES_PER_STEP = 20_000
/** A search goes on with the next page where it stopped. */
const ENTRIES_PER_PAGE = 2_000_000
const ENTRIES_PER_BATCH = 500

export async function rangeOf(entries: EntryLog, { fromMs, toMs }: EntrySearch): Promise<EntryRange> {
  const { first, last } = await entries.bounds()
  return {
    from: fromMs === undefined ? first : await entries.firstAt(fromMs),
    to: toMs === undefined ? last : (await entries.firstAt(toMs)) - 1,
  }
}

/** The newest entries first; `next` is undefined at the end of the range. */
export async function findEntries(
  entries: EntryLog,
  filter: EntryFilter,
  { range, limit, signal }: { readonly range: EntryRange; readonly limit: number; readonly signal: AbortSignal },
): Promise<{ readonly found: readonly AuditEntry[]; readonly next: number | undefined }> {
  const found: number[] = []
  const end = Math.max(range.from, range.to - ENTRIES_PER_PAGE + 1)
  for (let to = range.to; to >= end && found.length < limit; to -= ENTRIES_PER_STEP) {
    signal.throwIfAborted()
    const from = Math.max(end, to - ENTRIES_PER_STEP + 1)
    found.push(...(await entries.find(filter, { from, to, limit: limit - found.length })))
    await nextTurn()
  }
  const reached = found.length === limit ? (found.at(-1) ?? end) : end
  const read = await entries.read(found)
  return { found: read.toReversed().map(auditEntryOf), next: reached > range.from ? reached : undefined }
}

/** All of them in batches, the oldest first. */
export async function* entriesIn(
  entries: EntryLog,
  filter: EntryFilter,
  { from: first, to: last }: EntryRange,
): AsyncGenerator<readonly AuditEntry[]> {
  for (let from = Math.max(1, first); from <= last; from += ENTRIES_PER_BATCH) {
    const to = Math.min(last, from + ENTRIES_PER_BATCH - 1)
    const found = await entries.find(filter, { from, to, limit: ENTRIES_PER_BATCH })
    if (found.length > 0) yield (await entries.read(found)).map(auditEntryOf)
    await nextTurn()
  }
}

const isAuditEntry = Compile(AuditEntry)

/** Stored entries were checked when they were written; an export reads a million of them. */
function auditEntryOf({ sequence, body }: StoredEntry): AuditEntry {
  const entry: unknown = { sequence, ...parsed(sequence, body) }
  if (isAuditEntry.Check(entry)) return entry
  throw documentDamaged('audit entry', String(sequence), 'it was changed in the file')
}

function parsed(sequence: number, body: string): object {
  try {
    return Object(JSON.parse(body))
  } catch (error) {
    throw documentDamaged('audit entry', String(sequence), 'it cannot be read', { cause: error })
  }
}
