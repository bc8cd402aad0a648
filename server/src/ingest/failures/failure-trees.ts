/**
 * The LMDB environment of the failures. Counts and filters by input, reason and time need the keys only, so no bytes
 * are read for them.
 */
import { unlessThrown } from '@logyard/languages/errors/unless-thrown'
import type { Database } from 'lmdb'
import { type LmdbOptions, lmdbDamaged, openLmdb } from '../../platform/lmdb/open-lmdb.ts'
import { type FailureKey, FIRST, isFailureKey, keyFrom } from './failure-key.ts'
import { Facts, type StoredFacts } from './stored-failure.ts'

export interface FailureTrees {
  readonly facts: Database<unknown, FailureKey>
  readonly payloads: Database<Uint8Array, number>
  close(): Promise<void>
}

export function openFailureTrees(folder: string, sizeLimitBytes: number): FailureTrees {
  const options: LmdbOptions = {
    folder,
    mapBytes: sizeLimitBytes * 4,
    trees: ['failures', 'payloads'],
    content: 'store of failed messages',
  }
  const root = openLmdb(options)
  const facts: Database<unknown, FailureKey> = root.openDB('failures', { encoding: 'json' })
  const payloads: Database<Uint8Array, number> = root.openDB('payloads', { encoding: 'binary' })
  for (const key of facts.getKeys()) {
    if (isFailureKey(key)) continue
    void root.close()
    throw lmdbDamaged(options, 'an entry has an invalid number as its key')
  }
  return { facts, payloads, close: () => root.close() }
}

export function findKey({ facts }: FailureTrees, number: number): FailureKey | undefined {
  const [key] = facts.getKeys({ start: keyFrom(number), limit: 1 })
  return key?.[0] === number ? key : undefined
}

/** Returns undefined if the facts are damaged or gone. */
export const readFacts = ({ facts }: FailureTrees, key: FailureKey): StoredFacts | undefined =>
  unlessThrown(Error, () => Facts.Parse(facts.get(key)))

/** The oldest failures that together take at least `bytes`. */
export function oldestOf({ facts }: FailureTrees, bytes: number): readonly FailureKey[] {
  const oldest: FailureKey[] = []
  let missing = bytes
  for (const key of facts.getKeys({ start: FIRST })) {
    if (missing <= 0) break
    oldest.push(key)
    missing -= key[2]
  }
  return oldest
}

export const removing = ({ facts, payloads }: FailureTrees, keys: readonly FailureKey[]) =>
  keys.flatMap((key) => [facts.remove(key), payloads.remove(key[0])])
