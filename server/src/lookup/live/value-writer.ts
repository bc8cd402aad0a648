/**
 * Changes of values by rules. The main thread makes them in the order in which it hears of them; until then this
 * thread already reads its own.
 */
import { emptyResult, textOfKey } from '../lookup-results.ts'
import type { LookupKey, LookupResult, LookupWriter } from '../lookup-tables.ts'
import type { ReadAnswer } from '../shared-tables/answers-reader.ts'
import { changeValue, isKeyStorable, storableValue, type ValueChange } from '../values/change-value.ts'

export interface WrittenValues {
  /** Reads a key with the changes of this thread. */
  readonly read: ReadAnswer
  writerOf(purge: (key: string) => void): LookupWriter
  /** The main thread has made the changes up to this one. */
  done(write: number): void
  readonly own: Map<string, OwnValue>
}

interface OwnValue {
  readonly result: LookupResult
  readonly write: number
}

/** Changes that the main thread has not made yet. Further ones are not read back by this thread until it has. */
const MAX_OWN_VALUES = 50_000

export function createValueWriter(deps: {
  /** Values of the same adapter before its answers changed. */
  readonly known: WrittenValues | undefined
  readonly read: ReadAnswer
  /** Answers the number of the change; undefined if it has been made. */
  readonly write: (change: ValueChange) => number | undefined
}): WrittenValues {
  const { write } = deps
  const own = deps.known?.own ?? new Map<string, OwnValue>()
  const read = (key: LookupKey) => (own.size === 0 ? undefined : own.get(textOfKey(key))?.result) ?? deps.read(key)

  function change(made: ValueChange, purge: (key: string) => void): LookupResult {
    if (!isKeyStorable(made)) return emptyResult()
    const before = read(made.key)
    const result = changeValue(before, made)
    if (result === before) return result
    const number = write(made)
    if (number !== undefined && own.size < MAX_OWN_VALUES) own.set(made.key, { result, write: number })
    purge(made.key)
    return result
  }

  return {
    read,
    own,
    done(number) {
      for (const [key, value] of own) if (value.write <= number) own.delete(key)
    },
    writerOf: (purge) => ({
      setValue: (key, value) => change({ kind: 'set', key: textOfKey(key), value: storableValue(value) }, purge),
      setStringList: (key, values) => change({ kind: 'set-list', key: textOfKey(key), values }, purge),
      addStringList: (key, values, keepsDuplicates) =>
        change({ kind: 'add', key: textOfKey(key), values, keepsDuplicates }, purge),
      removeStringList: (key, values) => change({ kind: 'remove', key: textOfKey(key), values }, purge),
      clear: (key) => void change({ kind: 'clear', key: textOfKey(key) }, purge),
      assignTtl: (key, ttlMs) => change({ kind: 'assign-ttl', key: textOfKey(key), ttlMs }, purge),
    }),
  }
}
