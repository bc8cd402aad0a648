/**
 * Writes to a lookup table that take effect once the message is processed: until then only its own rules see them. The
 * real writes happen in the same order, so the values that other messages see are those of the table.
 */
import type { LookupKey, LookupResult, LookupWriter } from '../../lookup/lookup-tables.ts'

export interface WriteBuffer {
  /** What the rules of this message see under the key. Throws if the table has to be asked first. */
  read(key: LookupKey): LookupResult | undefined
  /** `result` is what rules see from now on. */
  write(key: LookupKey, result: LookupResult, apply: () => void): LookupResult
}

export function createBufferedWriter(writer: LookupWriter, { read, write }: WriteBuffer): LookupWriter {
  const listOf = (key: LookupKey): readonly string[] => read(key)?.stringListValue ?? []
  return {
    setValue: (key, value) => write(key, resultOf({ singleValue: value }), () => writer.setValue(key, value)),
    setStringList: (key, values) =>
      write(key, resultOf({ stringListValue: values }), () => writer.setStringList(key, values)),
    addStringList(key, values, keepsDuplicates) {
      const all = [...listOf(key), ...values]
      const next = keepsDuplicates ? all : [...new Set(all)]
      return write(key, resultOf({ stringListValue: next }), () => writer.addStringList(key, values, keepsDuplicates))
    },
    removeStringList(key, values) {
      const removed = new Set(values)
      const next = listOf(key).filter((value) => !removed.has(value))
      return write(key, resultOf({ stringListValue: next }), () => writer.removeStringList(key, values))
    },
    clear(key) {
      write(key, resultOf({}), () => writer.clear(key))
    },
    assignTtl: (key, ttlMs) =>
      write(key, { ...(read(key) ?? resultOf({})), ttlMs }, () => writer.assignTtl(key, ttlMs)),
  }
}

const resultOf = (value: Partial<Pick<LookupResult, 'singleValue' | 'stringListValue'>>): LookupResult => ({
  singleValue: null,
  multiValue: null,
  stringListValue: null,
  hasError: false,
  ttlMs: Number.POSITIVE_INFINITY,
  ...value,
})
