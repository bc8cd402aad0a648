/**
 * What could not be decoded or stored, with its raw bytes, so that a person can see why and try again once the cause is
 * mended. Owns one LMDB environment; beyond its limit the oldest go. Failures that came together lie together.
 */
import { mkdirSync } from 'node:fs'
import { type Database, open } from 'lmdb'
import { Type } from 'typebox'
import { Compile } from 'typebox/compile'
import { createBlockBuilder, type JournalRecord, readBlock } from '../journal/journal-block.ts'
import { lmdbCommit } from '../journal/lmdb-commit.ts'
import type { Clock } from '../platform/clock.ts'

export interface NewFailure extends JournalRecord {
  /** One word: `not-json`, `incomplete`, `not-storable`, `thread-crash`. */
  readonly reason: string
  /** For the person who looks. */
  readonly detail: string
}

export interface Failure extends NewFailure {
  /** Grows with time. */
  readonly number: number
  readonly failedAt: Date
}

export interface Failures extends AsyncDisposable {
  /** Resolves when they are on the disk. */
  add(failures: readonly NewFailure[]): Promise<void>
  /** The newest that are older than `before`; without it the newest of all. */
  list(options: { readonly before?: number; readonly limit: number }): readonly Failure[]
  find(number: number): Failure | undefined
  remove(numbers: readonly number[]): Promise<void>
  /** Gives them to `append` again, which answers whether it took one, and forgets those that it took. */
  replay(numbers: readonly number[], append: (record: JournalRecord) => boolean): Promise<readonly number[]>
  figures(): { readonly failures: number; readonly sizeBytes: number; readonly sizeLimitBytes: number }
}

export const FAILURES_LIMIT_BYTES = 50 * 2 ** 20

/** Number of the first, how many, bytes. */
type GroupKey = [first: number, count: number, bytes: number]

const Facts = Compile(
  Type.Object({
    failedAtMs: Type.Number(),
    failures: Type.Array(
      Type.Object({ reason: Type.String(), detail: Type.String(), isRemoved: Type.Optional(Type.Boolean()) }),
    ),
  }),
)

export interface FailuresOptions {
  readonly folder: string
  readonly clock: Clock
  readonly sizeLimitBytes?: number
}

export function openFailures({ folder, clock, sizeLimitBytes = FAILURES_LIMIT_BYTES }: FailuresOptions): Failures {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const root = open({
    path: folder,
    maxDbs: 2,
    cache: false,
    overlappingSync: false,
    eventTurnBatching: false,
    mapSize: sizeLimitBytes * 4,
  })
  const groups: Database<Uint8Array, GroupKey> = root.openDB('groups', { encoding: 'binary' })
  const facts: Database<unknown, GroupKey> = root.openDB('facts', { encoding: 'json' })
  let sizeBytes = 0
  let failures = 0
  let nextNumber = 1
  for (const [first, count, bytes] of groups.getKeys({ start: [0] })) {
    sizeBytes += bytes
    failures += count
    nextNumber = first + count
  }

  function readGroup(key: GroupKey): readonly Failure[] {
    const bytes = groups.get(key)
    if (bytes === undefined) return []
    const { failedAtMs, failures: reasons } = Facts.Parse(facts.get(key))
    const records = [...readBlock(new Uint8Array(bytes))]
    return records.flatMap((record, index) => {
      const { reason = '', detail = '', isRemoved = false } = reasons[index] ?? {}
      const failure = { ...record, reason, detail, number: key[0] + index, failedAt: new Date(failedAtMs) }
      return isRemoved ? [] : [failure]
    })
  }

  function keyWith(number: number): GroupKey | undefined {
    const [key] = groups.getKeys({ start: [number, Number.MAX_SAFE_INTEGER], end: [0], reverse: true, limit: 1 })
    return key !== undefined && number < key[0] + key[1] ? key : undefined
  }

  /** The oldest groups, until there is room. */
  function tooMany(moreBytes: number): readonly GroupKey[] {
    let excess = sizeBytes + moreBytes - sizeLimitBytes
    const oldest: GroupKey[] = []
    for (const key of groups.getKeys({ start: [0] })) {
      if (excess <= 0) break
      oldest.push(key)
      excess -= key[2]
    }
    return oldest
  }

  async function removeGroup(key: GroupKey) {
    sizeBytes -= key[2]
    failures -= key[1]
    await lmdbCommit([groups.remove(key), facts.remove(key)])
  }

  async function remove(numbers: readonly number[]) {
    const gone = new Set(numbers)
    const keys = new Map<number, GroupKey>()
    for (const number of numbers) {
      const key = keyWith(number)
      if (key !== undefined) keys.set(key[0], key)
    }
    for (const key of keys.values()) {
      const stored = Facts.Parse(facts.get(key))
      const left = stored.failures.map((failure, index) =>
        gone.has(key[0] + index) ? { ...failure, isRemoved: true } : failure,
      )
      if (left.every(({ isRemoved }) => isRemoved === true)) await removeGroup(key)
      else await lmdbCommit([facts.put(key, { ...stored, failures: left })])
    }
  }

  return {
    async add(added) {
      if (added.length === 0) return
      const builder = createBlockBuilder(0)
      for (const { origin, raw } of added) builder.add(origin, raw)
      const bytes = builder.finish()
      const key: GroupKey = [nextNumber, added.length, bytes.byteLength]
      const reasons = added.map(({ reason, detail }) => ({ reason, detail }))
      await lmdbCommit([
        groups.put(key, bytes),
        facts.put(key, { failedAtMs: clock.now().getTime(), failures: reasons }),
        ...tooMany(bytes.byteLength).map(removeGroup),
      ])
      nextNumber += added.length
      sizeBytes += bytes.byteLength
      failures += added.length
    },
    list({ before = Number.MAX_SAFE_INTEGER, limit }) {
      const found: Failure[] = []
      for (const key of groups.getKeys({ start: [before], end: [0], reverse: true })) {
        if (found.length >= limit) break
        found.push(
          ...readGroup(key)
            .filter(({ number }) => number < before)
            .reverse(),
        )
      }
      return found.slice(0, limit)
    },
    find(number) {
      const key = keyWith(number)
      return key === undefined ? undefined : readGroup(key).find((failure) => failure.number === number)
    },
    remove,
    async replay(numbers, append) {
      const taken: number[] = []
      for (const number of numbers) {
        const key = keyWith(number)
        const failure = key && readGroup(key).find((candidate) => candidate.number === number)
        if (failure !== undefined && append(failure)) taken.push(number)
      }
      await remove(taken)
      return taken
    },
    figures: () => ({ failures, sizeBytes, sizeLimitBytes }),
    [Symbol.asyncDispose]: () => root.close(),
  }
}
