/**
 * What could not be decoded or stored, with its raw bytes, so that a person can see why and try again once the cause is
 * mended. Owns one LMDB environment; beyond its limit the oldest go. What is asked of many (counts, filters by input,
 * reason and time) stands in the keys, so that no bytes are read for it.
 */
import { setImmediate as nextTurn } from 'node:timers/promises'
import { crc32 } from 'node:zlib'
import type { Database } from 'lmdb'
import { Type } from 'typebox'
import { Compile } from 'typebox/compile'
import type { Clock } from '../../platform/clock.ts'
import { lmdbCommit } from '../../platform/lmdb/lmdb-commit.ts'
import { type LmdbOptions, lmdbDamaged, openLmdb } from '../../platform/lmdb/open-lmdb.ts'
import { createTurns } from '../../platform/turns.ts'
import type { JournalRecord } from '../journal/journal-block.ts'
import { createFailureCounts, type FailureFigures } from './failure-counts.ts'
import { type FailureKey, FIRST, isFailureKey, keyFrom, LAST } from './failure-key.ts'
import { printable } from './printable.ts'

/** Why something failed. */
export interface Cause {
  /** One word: `not-json`, `incomplete`, `not-storable`, `thread-crash`. */
  readonly reason: string
  /** For the person who looks. */
  readonly detail: string
}

export interface NewFailure extends JournalRecord, Cause {
  /** Where it lay in the journal: tried again, its messages get the ids that they would have had. */
  readonly offset: number
}

/** What is known of a failure without reading its bytes. */
export interface FailureFacts extends Cause {
  /** Grows with time. */
  readonly number: number
  readonly failedAt: Date
  /** The last time. */
  readonly triedAt: Date
  readonly attempts: number
  readonly offset: number
  readonly origin: JournalRecord['origin']
  readonly receivedAtMs: number
  readonly remoteAddress: string
  readonly remotePort: number
  readonly sizeBytes: number
  /** The start of the bytes, as far as it can be printed. */
  readonly preview: string
}

export interface Failure extends FailureFacts, JournalRecord {}

export interface FailureQuery {
  readonly inputId?: string
  readonly reason?: string
  readonly from?: Date
  /** Before it. */
  readonly to?: Date
  /** Ignoring case, in the bytes, the sender, and the reason. */
  readonly text?: string
  /** No number above it. */
  readonly upTo?: number
}

export interface Failures extends AsyncDisposable {
  /** Resolves when they are on the disk. */
  add(failures: readonly NewFailure[]): Promise<void>
  /** Newest first. */
  search(
    query: FailureQuery,
    page: { readonly offset: number; readonly limit: number },
  ): Promise<{ readonly rows: readonly FailureFacts[]; readonly total: number }>
  /** The first `limit` numbers that match, newest first. */
  numbers(query: FailureQuery, limit: number): Promise<readonly number[]>
  find(number: number): Failure | undefined
  /** How many failed at this time or later. */
  countSince(since: Date): number
  /** Answers how many of them there were. */
  remove(numbers: readonly number[]): Promise<number>
  /** It was tried again, and is still a failure. */
  failAgain(number: number, cause: Cause): Promise<void>
  figures(): FailureFigures
}

export const FAILURES_LIMIT_BYTES = 50 * 2 ** 20
/** What an entry takes beside its bytes and facts. */
const ENTRY_BYTES = 128
const MAX_REASON_LENGTH = 100
const PREVIEW_BYTES = 256
/** Keys that are read before others get their turn. */
const KEYS_AT_ONCE = 500

const Facts = Compile(
  Type.Object({
    triedAtMs: Type.Number(),
    attempts: Type.Integer(),
    offset: Type.Integer(),
    detail: Type.String(),
    origin: Type.Object({
      inputId: Type.String(),
      nodeId: Type.String(),
      codec: Type.String(),
      configuration: Type.Record(Type.String(), Type.Unknown()),
    }),
    receivedAtMs: Type.Number(),
    remoteAddress: Type.String(),
    remotePort: Type.Integer(),
    sizeBytes: Type.Integer(),
    preview: Type.String(),
    /** Of the bytes; older versions wrote none. */
    checksum: Type.Optional(Type.Integer()),
  }),
)
type StoredFacts = ReturnType<typeof Facts.Parse>

export interface FailuresOptions {
  readonly folder: string
  readonly clock: Clock
  readonly sizeLimitBytes?: number
}

export function openFailures({ folder, clock, sizeLimitBytes = FAILURES_LIMIT_BYTES }: FailuresOptions): Failures {
  const options: LmdbOptions = {
    folder,
    mapBytes: sizeLimitBytes * 4,
    trees: ['failures', 'payloads'],
    content: 'store of failed messages',
  }
  const root = openLmdb(options)
  const facts: Database<unknown, FailureKey> = root.openDB('failures', { encoding: 'json' })
  const payloads: Database<Uint8Array, number> = root.openDB('payloads', { encoding: 'binary' })
  const counts = createFailureCounts(sizeLimitBytes)
  /** One change at a time: each counts with what the one before has left. */
  const inTurn = createTurns()
  let nextNumber = 1
  for (const key of facts.getKeys()) {
    if (!isFailureKey(key)) {
      void root.close()
      throw lmdbDamaged(options, 'an entry is filed under what is no number')
    }
    counts.add(key)
    nextNumber = key[0] + 1
  }

  const keyOf = (number: number): FailureKey | undefined => {
    const [key] = facts.getKeys({ start: keyFrom(number), limit: 1 })
    return key?.[0] === number ? key : undefined
  }

  /** `undefined` for what the disk did not keep as it was written. */
  function readStored(key: FailureKey): StoredFacts | undefined {
    try {
      return Facts.Parse(facts.get(key))
    } catch (error) {
      if (error instanceof Error) return undefined
      throw error
    }
  }

  function read(key: FailureKey): FailureFacts {
    const { triedAtMs, checksum: _checksum, ...stored } = readStored(key) ?? damagedFacts(key)
    const [number, failedAtMs, , , reason] = key
    return { ...stored, number, reason, failedAt: new Date(failedAtMs), triedAt: new Date(triedAtMs) }
  }

  async function* matching(query: FailureQuery): AsyncGenerator<FailureKey> {
    const text = query.text?.toLowerCase()
    let upTo = query.upTo ?? Number.MAX_SAFE_INTEGER
    while (true) {
      const start = keyFrom(upTo + 1)
      const keys = [...facts.getKeys({ start, end: FIRST, reverse: true, limit: KEYS_AT_ONCE })]
      for (const key of keys) {
        if (query.from !== undefined && key[1] < query.from.getTime()) continue
        if (query.to !== undefined && key[1] >= query.to.getTime()) continue
        if (query.inputId !== undefined && key[3] !== query.inputId) continue
        if (query.reason !== undefined && key[4] !== query.reason) continue
        if (text === undefined || text === '' || holdsText(key, text)) yield key
      }
      const last = keys.at(-1)
      if (last === undefined || keys.length < KEYS_AT_ONCE) return
      upTo = last[0] - 1
      await nextTurn()
    }
  }

  function holdsText(key: FailureKey, text: string): boolean {
    const stored = readStored(key)
    // Removed while others had their turn, or damaged.
    if (stored === undefined) return false
    const { detail, remoteAddress } = stored
    if (`${key[4]}\n${detail}\n${remoteAddress}`.toLowerCase().includes(text)) return true
    const payload = payloads.get(key[0])
    return payload !== undefined && Buffer.from(payload).toString().toLowerCase().includes(text)
  }

  /** The oldest, until there is room. */
  function oldestFor(moreBytes: number): readonly FailureKey[] {
    let excess = counts.sizeBytes() + moreBytes - sizeLimitBytes
    const oldest: FailureKey[] = []
    for (const key of facts.getKeys({ start: FIRST })) {
      if (excess <= 0) break
      oldest.push(key)
      excess -= key[2]
    }
    return oldest
  }

  const removing = (keys: readonly FailureKey[]) => keys.flatMap((key) => [facts.remove(key), payloads.remove(key[0])])

  function entryOf(added: NewFailure, number: number, atMs: number) {
    const { raw, origin, offset } = added
    const { inputId, nodeId, codec, configuration } = origin
    const stored: StoredFacts = {
      triedAtMs: atMs,
      attempts: 1,
      offset,
      detail: added.detail,
      origin: { inputId, nodeId, codec, configuration },
      receivedAtMs: raw.receivedAtMs,
      remoteAddress: raw.remoteAddress,
      remotePort: raw.remotePort,
      sizeBytes: raw.payload.byteLength,
      preview: printable(raw.payload.subarray(0, PREVIEW_BYTES)),
      checksum: crc32(raw.payload),
    }
    return { key: keyFor(number, atMs, added.reason, stored), stored, payload: raw.payload }
  }

  return {
    add: (added) =>
      inTurn(async () => {
        const atMs = clock.now().getTime()
        const entries = added.map((failure, index) => entryOf(failure, nextNumber + index, atMs))
        nextNumber += added.length
        let bytes = entries.reduce((sum, { key }) => sum + key[2], 0)
        let kept = entries
        for (const { key } of entries) {
          if (bytes <= sizeLimitBytes) break
          bytes -= key[2]
          kept = kept.slice(1)
        }
        const oldest = oldestFor(bytes)
        await lmdbCommit([
          ...kept.flatMap(({ key, stored, payload }) => [facts.put(key, stored), payloads.put(key[0], payload)]),
          ...removing(oldest),
        ])
        for (const { key } of kept) counts.add(key)
        for (const key of oldest) counts.remove(key)
        counts.evicted(oldest.length + entries.length - kept.length)
      }),
    async search(query, { offset, limit }) {
      const isWhole = Object.values(query).every((value) => value === undefined)
      const keys: FailureKey[] = []
      let total = 0
      for await (const key of matching(query)) {
        if (isWhole && keys.length === limit) break
        if (total >= offset && keys.length < limit) keys.push(key)
        total += 1
      }
      // Some may be gone since: others had their turn.
      const rows = keys.flatMap((key) => (facts.doesExist(key) ? read(key) : []))
      return { rows, total: isWhole ? counts.figures().failures : total }
    },
    async numbers(query, limit) {
      const found: number[] = []
      if (limit === 0) return found
      for await (const [number] of matching(query)) {
        found.push(number)
        if (found.length === limit) break
      }
      return found
    },
    find(number) {
      const key = keyOf(number)
      const bytes = payloads.get(number)
      const stored = key && readStored(key)
      if (key === undefined || bytes === undefined || stored === undefined) return undefined
      // Damaged bytes must not be stored as a message.
      if (stored.checksum !== undefined && stored.checksum !== crc32(bytes)) return undefined
      const found = read(key)
      const { receivedAtMs, remoteAddress, remotePort } = found
      return { ...found, raw: { payload: new Uint8Array(bytes), receivedAtMs, remoteAddress, remotePort } }
    },
    countSince(since) {
      let count = 0
      for (const [, failedAtMs] of facts.getKeys({ start: LAST, end: FIRST, reverse: true })) {
        if (failedAtMs < since.getTime()) break
        count += 1
      }
      return count
    },
    remove: (numbers) =>
      inTurn(async () => {
        const keys = [...new Set(numbers)].flatMap((number) => {
          const key = keyOf(number)
          return key === undefined ? [] : [key]
        })
        await lmdbCommit(removing(keys))
        for (const key of keys) counts.remove(key)
        return keys.length
      }),
    failAgain: (number, { reason, detail }) =>
      inTurn(async () => {
        const key = keyOf(number)
        if (key === undefined) return
        const before = readStored(key)
        if (before === undefined) return
        const stored = { ...before, detail, attempts: before.attempts + 1, triedAtMs: clock.now().getTime() }
        const renewed = keyFor(number, key[1], reason, stored)
        await lmdbCommit([facts.remove(key), facts.put(renewed, stored)])
        counts.remove(key)
        counts.add(renewed)
      }),
    figures: counts.figures,
    [Symbol.asyncDispose]: () => root.close(),
  }
}

/** In place of what is not known any more: it can be seen and deleted. */
const damagedFacts = ([, failedAtMs, , inputId]: FailureKey): StoredFacts => ({
  triedAtMs: failedAtMs,
  attempts: 1,
  offset: 0,
  detail: 'The disk did not keep this failure as it was written: it cannot be tried again.',
  origin: { inputId, nodeId: '', codec: '', configuration: {} },
  receivedAtMs: failedAtMs,
  remoteAddress: '',
  remotePort: 0,
  sizeBytes: 0,
  preview: '',
})

function keyFor(number: number, failedAtMs: number, reason: string, stored: StoredFacts): FailureKey {
  const bytes = stored.sizeBytes + JSON.stringify(stored).length + ENTRY_BYTES
  return [number, failedAtMs, bytes, stored.origin.inputId, reason.slice(0, MAX_REASON_LENGTH)]
}
