/** Writes what is due, seals what is complete, and looks after entries of a run that ended without a stop. */
import { AuditEntryBody } from '@logyard/contract/audit/audit-entry'
import { Value } from 'typebox/value'
import type { Clock } from '../platform/clock.ts'
import type { Log } from '../platform/log.ts'
import type { EntryLog, EntryWrite, StoredEntry } from '../platform/settings/entry-log.ts'
import { newEntryOf } from './audit-entry.ts'
import { sealEntries, sealForsaken } from './entry-seals.ts'
import type { OpenEntries } from './open-entries.ts'
import { createRefusalWindows } from './refusal-windows.ts'

const STORE_EVERY_MS = 1000
/** Seals are written every so many rounds of storing. */
const ROUNDS_PER_SEAL = 5
/** The last seal is logged every so many rounds, so that it can be compared later. */
const ROUNDS_PER_NOTE = 3600
/** Another node has not stored or sealed its entries for so long: they are sealed as they are. */
const FORSAKEN_MS = 3_600_000
/** Entries that wait while the settings store refuses them. */
const MAX_UNSTORED = 10_000
const ENTRIES_AT_ONCE = 500

export async function createAuditLog(deps: {
  readonly entries: EntryLog
  readonly open: OpenEntries
  readonly clock: Clock
  readonly log: Log
  readonly nodeId: string
}) {
  const { entries, clock, log, nodeId } = deps
  const windows = createRefusalWindows(deps)
  let unstored: readonly EntryWrite[] = []
  let running: Promise<void> | undefined
  let rounds = 0
  /** A store that fails every second is logged once. */
  let isFailing = false

  // Entries of earlier versions belong to no node.
  for (const chain of [nodeId, '']) await markInterrupted(entries, chain)

  async function storeDue(all?: 'all'): Promise<void> {
    const waiting = [...unstored, ...windows.takeDue(all).map((body) => ({ entry: newEntryOf(body) }))]
    unstored = waiting.slice(0, MAX_UNSTORED)
    const dropped = windows.takeDropped() + waiting.length - unstored.length
    if (dropped > 0) log.error({ dropped }, 'audit entries dropped, there were too many at once')
    const writing = unstored
    await entries.write(writing)
    unstored = unstored.slice(writing.length)
  }

  async function round(): Promise<void> {
    await storeDue()
    rounds += 1
    if (rounds % ROUNDS_PER_SEAL === 0) await sealEntries(deps)
    if (rounds % ROUNDS_PER_NOTE !== 0) return
    await noteSeal()
    await sealForsaken(deps, clock.now().getTime() - FORSAKEN_MS)
  }

  async function noteSeal(): Promise<void> {
    const seal = await entries.lastSeal(nodeId)
    if (seal !== undefined) log.info({ ...seal }, 'audit log sealed')
  }

  const timer = clock.every(STORE_EVERY_MS, () => {
    running ??= round()
      .then(() => {
        isFailing = false
      })
      .catch((error: unknown) => {
        if (!isFailing) log.error({ err: error }, 'audit entries not stored')
        isFailing = true
      })
      .finally(() => {
        running = undefined
      })
  })

  return {
    /** Never throws and never waits: the entry is stored within a second or so. */
    refused: windows.add,
    /** Writes it as soon as the settings store accepts it. */
    later(write: EntryWrite) {
      unstored = [...unstored, write]
    },
    async [Symbol.asyncDispose]() {
      timer[Symbol.dispose]()
      await running
      await storeDue('all')
      await sealEntries(deps)
      await noteSeal()
    },
  }
}

/** The last run ended while these operations were performed. It is unknown how far they came. */
async function markInterrupted(entries: EntryLog, chain: string): Promise<void> {
  const { last } = await entries.bounds()
  const sealed = (await entries.lastSeal(chain))?.lastSequence ?? 0
  for (let from = sealed + 1; from <= last; from += ENTRIES_AT_ONCE) {
    const found = await entries.readFrom(from, from + ENTRIES_AT_ONCE - 1, ENTRIES_AT_ONCE, chain)
    await entries.write(found.flatMap((entry) => interruption(entry)))
  }
}

function interruption({ sequence, body }: StoredEntry): readonly EntryWrite[] {
  const entry = Value.Parse(AuditEntryBody, JSON.parse(body))
  if (entry.outcome !== 'started') return []
  return [{ sequence, entry: newEntryOf({ ...entry, outcome: 'interrupted' }) }]
}
