/**
 * Seals entries: a keyed hash over the seal before and the entries since. An entry that is changed, inserted or removed
 * in the store afterwards breaks the chain, unless the key is known. Each node has a chain of its own.
 */

import { setImmediate as nextTurn } from 'node:timers/promises'
import type { AuditVerification } from '@logyard/contract/audit/audit'
import { ENTRIES_DELETED } from '@logyard/contract/audit/audit'
import type { EntryBounds, EntryLog, EntrySeal, SealedEntry } from '../platform/settings/entry-log.ts'
import type { OpenEntries } from './open-entries.ts'

const ENTRIES_PER_SEAL = 500
const SEALS_AT_ONCE = 100

const firstSeal = (chain: string): EntrySeal => ({ chain, lastSequence: 0, hash: '' })

interface SealDeps {
  readonly entries: EntryLog
  readonly open: OpenEntries
  readonly nodeId: string
}

/** Seals the entries of this node that are complete. */
export async function sealEntries({ entries, open, nodeId }: SealDeps): Promise<void> {
  // In this order: what is settled and may still be rewritten is among the open ones.
  const settled = await entries.settled()
  const firstOpen = open.first() ?? Number.MAX_SAFE_INTEGER
  await sealChain(entries, nodeId, Math.min(settled, firstOpen - 1))
}

/** Seals old entries of nodes that are gone, and of versions without chains. */
export async function sealForsaken({ entries, nodeId }: SealDeps, olderThanMs: number): Promise<void> {
  const upTo = (await entries.firstAt(olderThanMs)) - 1
  for (const chain of await entries.chains()) if (chain !== nodeId) await sealChain(entries, chain, upTo)
}

async function sealChain(entries: EntryLog, chain: string, upTo: number): Promise<void> {
  for (;;) {
    const before = await entries.lastSeal(chain)
    const last = before ?? firstSeal(chain)
    const found = await entries.readFrom(last.lastSequence + 1, upTo, ENTRIES_PER_SEAL, chain)
    const lastSequence = found.at(-1)?.sequence
    if (lastSequence === undefined) return
    await entries.seal({ chain, lastSequence, hash: hashOf(entries, last, found) }, before)
    if (found.length < ENTRIES_PER_SEAL) return
    await nextTurn()
  }
}

const hashOf = (entries: EntryLog, before: EntrySeal, found: readonly SealedEntry[]) =>
  entries.hash([before.hash, ...found.flatMap(({ sequence, facts, body }) => [String(sequence), facts, body])])

/** Result of checking a chain of seals. */
interface Verified {
  readonly last: EntrySeal
  readonly unsealed: number
  /** The retention deleted entries up to this number, as its own entries say. */
  readonly deletedUpTo: number
  readonly problem: string | undefined
}

/** Reads the whole log. */
export async function verifyEntries(entries: EntryLog, signal: AbortSignal): Promise<AuditVerification> {
  const bounds = await entries.bounds()
  const chains: Verified[] = []
  for (const chain of await entries.chains()) chains.push(await verifyChain(entries, chain, bounds, signal))
  const newest = chains.map(({ last }) => last).sort((a, b) => b.lastSequence - a.lastSequence)[0]
  const deletedUpTo = Math.max(0, ...chains.map((chain) => chain.deletedUpTo))
  // Entries are numbered without gaps over all chains, so that no chain can be removed with its seals.
  const isComplete = (await entries.countAfter(deletedUpTo)) >= Math.max(0, bounds.last - deletedUpTo)
  const gap = isComplete ? undefined : 'entries were removed, not by the retention'
  const problem = chains.find((chain) => chain.problem !== undefined)?.problem ?? gap
  return {
    first: bounds.first,
    last_sealed: newest?.lastSequence ?? 0,
    unsealed: chains.reduce((sum, { unsealed }) => sum + unsealed, 0),
    last_seal: newest === undefined || newest.hash === '' ? null : newest.hash,
    is_intact: problem === undefined,
    problem: problem ?? null,
  }
}

async function verifyChain(
  entries: EntryLog,
  chain: string,
  bounds: EntryBounds,
  signal: AbortSignal,
): Promise<Verified> {
  let before = firstSeal(chain)
  let deletedUpTo = 0
  const note = (found: readonly SealedEntry[]) => {
    for (const entry of found) deletedUpTo = Math.max(deletedUpTo, deletionIn(entry))
  }
  for (;;) {
    const seals = await entries.sealsAfter(before.lastSequence, SEALS_AT_ONCE, chain)
    if (seals.length === 0) break
    for (const seal of seals) {
      signal.throwIfAborted()
      const found = await entries.readFrom(before.lastSequence + 1, seal.lastSequence, ENTRIES_PER_SEAL + 1, chain)
      note(found)
      // The retention deletes whole seals, and leaves the last of them for the chain to go on from.
      const isRetained = found.length > 0 || before.lastSequence > 0
      const isIntact = hashOf(entries, before, found) === seal.hash && found.at(-1)?.sequence === seal.lastSequence
      if (isRetained && !isIntact) {
        const range = `${before.lastSequence + 1} to ${seal.lastSequence}`
        return { last: before, unsealed: 0, deletedUpTo, problem: `entries ${range} are not the ones that were sealed` }
      }
      before = seal
      await nextTurn()
    }
  }
  let unsealed = 0
  for (let from = before.lastSequence + 1; ; ) {
    const found = await entries.readFrom(from, bounds.last, ENTRIES_PER_SEAL, chain)
    note(found)
    unsealed += found.length
    from = (found.at(-1)?.sequence ?? from) + 1
    if (found.length < ENTRIES_PER_SEAL) return { last: before, unsealed, deletedUpTo, problem: undefined }
  }
}

/** The retention leaves an entry before it deletes. */
function deletionIn({ facts, body }: SealedEntry): number {
  if (!facts.includes(ENTRIES_DELETED)) return 0
  const { event, target } = Object(JSON.parse(body))
  return event === ENTRIES_DELETED ? Number(Object(target).last) || 0 : 0
}
