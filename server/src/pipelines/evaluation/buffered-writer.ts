/**
 * Writes to a lookup table that take effect once the message is processed: until then only its own rules see them. The
 * real writes happen in the same order, so the values that other messages see are those of the table.
 */
import { emptyResult, textOfKey } from '../../lookup/lookup-results.ts'
import type { LookupKey, LookupResult, LookupWriter } from '../../lookup/lookup-tables.ts'
import { changeValue, isKeyStorable, storableValue, type ValueChange } from '../../lookup/values/change-value.ts'

export interface WriteBuffer {
  /** The result that the rules of this message see under the key. Throws if the table has to be asked first. */
  read(key: LookupKey): LookupResult | undefined
  /** `result` is the one that rules see from now on. */
  write(key: LookupKey, result: LookupResult, apply: () => void): LookupResult
}

export function createBufferedWriter(writer: LookupWriter, { read, write }: WriteBuffer): LookupWriter {
  const readOrEmpty = (key: LookupKey) => read(key) ?? emptyResult()

  function change(key: LookupKey, made: ValueChange, apply: () => void): LookupResult {
    if (!isKeyStorable(made)) return emptyResult()
    return write(key, isReplacement(made) ? replaced(key, made) : changeValue(readOrEmpty(key), made), apply)
  }

  /** The table is asked for the old value only if the new one is too large to replace it. */
  function replaced(key: LookupKey, made: ValueChange): LookupResult {
    const after = changeValue(emptyResult(), made)
    return after === emptyResult() && made.kind !== 'clear' ? readOrEmpty(key) : after
  }

  return {
    setValue: (key, value) =>
      change(key, { kind: 'set', key: textOfKey(key), value: storableValue(value) }, () => writer.setValue(key, value)),
    setStringList: (key, values) =>
      change(key, { kind: 'set-list', key: textOfKey(key), values }, () => writer.setStringList(key, values)),
    addStringList: (key, values, keepsDuplicates) =>
      change(key, { kind: 'add', key: textOfKey(key), values, keepsDuplicates }, () =>
        writer.addStringList(key, values, keepsDuplicates),
      ),
    removeStringList: (key, values) =>
      change(key, { kind: 'remove', key: textOfKey(key), values }, () => writer.removeStringList(key, values)),
    clear: (key) => void change(key, { kind: 'clear', key: textOfKey(key) }, () => writer.clear(key)),
    assignTtl: (key, ttlMs) =>
      change(key, { kind: 'assign-ttl', key: textOfKey(key), ttlMs }, () => writer.assignTtl(key, ttlMs)),
  }
}

const isReplacement = ({ kind }: ValueChange) => kind === 'set' || kind === 'set-list' || kind === 'clear'
