/**
 * Seals entries: a keyed hash over the seal before and the entries since. An entry that is changed, inserted or removed
 * in the file afterwards breaks the chain, unless the key is known.
 */

import { setImmediate as nextTurn } from 'node:timers/promises'
import type { AuditVerification } from '@logyard/contract/audit/audit'
import { ENTRIES_DELETED } from '@logyard/contract/audit/audit'
import type { EntryBounds, EntryLog, EntrySeal, SealedEntry } from '../platform/settings/entry-log.ts'
import type { OpenEntries } from './open-entries.ts'

const ENTRIES_PER_SEAL = 500
const SEALS_AT_ONCE = 100

const NO_SEAL: EntrySeal = { lastSequence: 0, hash: '' }

/** Seals what is complete. */
export async function sealEntries({ entries, open }: { readonly entries: EntryLog; readonly open: OpenEntries }) {
  for (;;) {
    const last = (await entries.lastSeal()) ?? NO_SEAL
    const firstOpen = open.first() ?? Number.MAX_SAFE_INTEGER
    const found = await entries.readFrom(last.lastSequence + 1, firstOpen - 1, ENTRIES_PER_SEAL)
    const lastSequence = found.at(-1)?.sequence
    if (lastSequence === undefined) return
    await entries.seal({ lastSequence, hash: hashOf(entries, last, found) })
    if (found.length < ENTRIES_PER_SEAL) return
    await nextTurn()
  }
}

const hashOf = (entries: EntryLog, before: EntrySeal, found: readonly SealedEntry[]) =>
  entries.hash([before.hash, ...found.flatMap(({ sequence, facts, body }) => [String(sequence), facts, body])])

/** Reads the whole log. */
export async function verifyEntries(entries: EntryLog, signal: AbortSignal): Promise<AuditVerification> {
  const bounds = await entries.bounds()
  let before = bounds.first > 1 ? await entries.sealAt(bounds.first - 1) : NO_SEAL
  let isDeletionRecorded = bounds.first <= 1
  if (before === undefined) return broken(bounds, NO_SEAL, 'entries before the first one were removed')
  for (;;) {
    const seals = await entries.sealsAfter(before.lastSequence, SEALS_AT_ONCE)
    if (seals.length === 0) break
    for (const seal of seals) {
      signal.throwIfAborted()
      const found = await entries.readFrom(before.lastSequence + 1, seal.lastSequence, ENTRIES_PER_SEAL + 1)
      if (hashOf(entries, before, found) !== seal.hash || found.at(-1)?.sequence !== seal.lastSequence) {
        const range = `${before.lastSequence + 1} to ${seal.lastSequence}`
        return broken(bounds, before, `entries ${range} are not the ones that were sealed`)
      }
      isDeletionRecorded ||= found.some(({ facts, body }) => isDeletionUpTo(bounds.first - 1, facts, body))
      before = seal
      await nextTurn()
    }
  }
  if (before.lastSequence > bounds.last) return broken(bounds, before, 'entries at the end were removed')
  if (!isDeletionRecorded && before.lastSequence === bounds.last) {
    return broken(bounds, before, 'entries before the first one were removed, not by the retention')
  }
  return { ...factsOf(bounds, before), is_intact: true, problem: null }
}

/** The retention leaves an entry before it deletes. */
function isDeletionUpTo(sequence: number, facts: string, body: string): boolean {
  if (!facts.includes(ENTRIES_DELETED)) return false
  const { event, target } = Object(JSON.parse(body))
  return event === ENTRIES_DELETED && Number(Object(target).last) >= sequence
}

const broken = (bounds: EntryBounds, seal: EntrySeal, problem: string): AuditVerification => ({
  ...factsOf(bounds, seal),
  is_intact: false,
  problem,
})

const factsOf = ({ first, last }: EntryBounds, { lastSequence, hash }: EntrySeal) => ({
  first,
  last_sealed: lastSequence,
  unsealed: Math.max(0, last - Math.max(lastSequence, first - 1)),
  last_seal: hash === '' ? null : hash,
})
