import { crc32 } from 'node:zlib'
import type { Clock } from '../../platform/clock.ts'
import { lmdbCommit } from '../../platform/lmdb/lmdb-commit.ts'
import { createMutex } from '../../platform/mutex.ts'
import { createFailureCounts } from './failure-counts.ts'
import { type FailureKey, FIRST, LAST } from './failure-key.ts'
import { type FailureTrees, findKey, oldestOf, openFailureTrees, readFacts, removing } from './failure-trees.ts'
import type { Cause, Failure, FailureFacts, FailureQuery, Failures, NewFailure } from './failures.ts'
import { matchingFailures } from './matching-failures.ts'
import { failureEntry, failureFacts, failureKey } from './stored-failure.ts'

const FAILURES_LIMIT_BYTES = 50 * 2 ** 20

export interface FailuresOptions {
  readonly folder: string
  readonly clock: Clock
  readonly sizeLimitBytes?: number
}

interface Store {
  readonly trees: FailureTrees
  readonly counts: ReturnType<typeof createFailureCounts>
  readonly sizeLimitBytes: number
  readonly clock: Clock
  nextNumber: number
}

export function openFailures({ folder, clock, sizeLimitBytes = FAILURES_LIMIT_BYTES }: FailuresOptions): Failures {
  const trees = openFailureTrees(folder, sizeLimitBytes)
  const counts = createFailureCounts(sizeLimitBytes)
  const store: Store = { trees, counts, sizeLimitBytes, clock, nextNumber: 1 }
  for (const key of trees.facts.getKeys()) {
    counts.add(key)
    store.nextNumber = key[0] + 1
  }
  /** One change at a time: each works on the counts that the previous one left. */
  const inTurn = createMutex()
  return {
    add: (failures) => inTurn(() => add(store, failures)),
    search: (query, page) => search(store, query, page),
    numbers: (query, limit) => numbersOf(store, query, limit),
    find: (number) => find(trees, number),
    countSince: (since) => countSince(trees, since),
    remove: (numbers) => inTurn(() => remove(store, numbers)),
    failAgain: (number, cause) => inTurn(() => failAgain(store, number, cause)),
    figures: counts.figures,
    [Symbol.asyncDispose]: trees.close,
  }
}

async function add(store: Store, failures: readonly NewFailure[]): Promise<void> {
  const { trees, counts, sizeLimitBytes, clock } = store
  const atMs = clock.now().getTime()
  const entries = failures.map((failure, index) => failureEntry(failure, store.nextNumber + index, atMs))
  store.nextNumber += failures.length
  let bytes = entries.reduce((sum, { key }) => sum + key[2], 0)
  let skipped = 0
  for (const { key } of entries) {
    if (bytes <= sizeLimitBytes) break
    bytes -= key[2]
    skipped += 1
  }
  const added = entries.slice(skipped)
  const evicted = oldestOf(trees, counts.sizeBytes() + bytes - sizeLimitBytes)
  await lmdbCommit([
    ...added.flatMap(({ key, stored, payload }) => [trees.facts.put(key, stored), trees.payloads.put(key[0], payload)]),
    ...removing(trees, evicted),
  ])
  for (const { key } of added) counts.add(key)
  for (const key of evicted) counts.remove(key)
  counts.evicted(evicted.length + skipped)
}

async function search(
  { trees, counts }: Store,
  query: FailureQuery,
  { offset, limit }: { readonly offset: number; readonly limit: number },
): Promise<{ readonly rows: readonly FailureFacts[]; readonly total: number }> {
  const matchesAll = Object.values(query).every((value) => value === undefined)
  const keys: FailureKey[] = []
  let total = 0
  for await (const key of matchingFailures(trees, query)) {
    if (matchesAll && keys.length === limit) break
    if (total >= offset && keys.length < limit) keys.push(key)
    total += 1
  }
  // Some may have been removed while other work had its turn.
  const rows = keys.flatMap((key) => (trees.facts.doesExist(key) ? failureFacts(key, readFacts(trees, key)) : []))
  return { rows, total: matchesAll ? counts.figures().failures : total }
}

async function numbersOf({ trees }: Store, query: FailureQuery, limit: number): Promise<readonly number[]> {
  const found: number[] = []
  if (limit === 0) return found
  for await (const [number] of matchingFailures(trees, query)) {
    found.push(number)
    if (found.length === limit) break
  }
  return found
}

function find(trees: FailureTrees, number: number): Failure | undefined {
  const key = findKey(trees, number)
  const bytes = trees.payloads.get(number)
  const stored = key && readFacts(trees, key)
  if (key === undefined || bytes === undefined || stored === undefined) return undefined
  // Damaged bytes must not be stored as a message.
  if (stored.checksum !== undefined && stored.checksum !== crc32(bytes)) return undefined
  const found = failureFacts(key, stored)
  const { receivedAtMs, remoteAddress, remotePort } = found
  return { ...found, raw: { payload: new Uint8Array(bytes), receivedAtMs, remoteAddress, remotePort } }
}

function countSince({ facts }: FailureTrees, since: Date): number {
  let count = 0
  for (const [, failedAtMs] of facts.getKeys({ start: LAST, end: FIRST, reverse: true })) {
    if (failedAtMs < since.getTime()) break
    count += 1
  }
  return count
}

async function remove({ trees, counts }: Store, numbers: readonly number[]): Promise<number> {
  const keys = [...new Set(numbers)].flatMap((number) => {
    const key = findKey(trees, number)
    return key === undefined ? [] : [key]
  })
  await lmdbCommit(removing(trees, keys))
  for (const key of keys) counts.remove(key)
  return keys.length
}

async function failAgain({ trees, counts, clock }: Store, number: number, { reason, detail }: Cause): Promise<void> {
  const key = findKey(trees, number)
  const before = key && readFacts(trees, key)
  if (key === undefined || before === undefined) return
  const stored = { ...before, detail, attempts: before.attempts + 1, triedAtMs: clock.now().getTime() }
  const renewed = failureKey(number, key[1], reason, stored)
  await lmdbCommit([trees.facts.remove(key), trees.facts.put(renewed, stored)])
  counts.remove(key)
  counts.add(renewed)
}
