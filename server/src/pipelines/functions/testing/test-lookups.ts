/** A lookup table `users` in memory, which can be written, for rules under test. */
import type { LookupKey, LookupResult, LookupWriter } from '../../../lookup/lookup-tables.ts'

const NONE: LookupResult = {
  singleValue: null,
  multiValue: null,
  stringListValue: null,
  hasError: false,
  ttlMs: Number.POSITIVE_INFINITY,
}
export const LOOKUP_ERROR: LookupResult = { ...NONE, hasError: true, ttlMs: 5000 }

const ADA: LookupResult = {
  ...NONE,
  singleValue: 'Ada Lovelace',
  multiValue: { name: 'Ada Lovelace', age: 36 },
  stringListValue: ['admins', 'authors'],
}

export type TestTables = Readonly<Record<string, Readonly<Record<string, LookupResult>>>>

export function createTestLookups(tables: TestTables = {}) {
  const users = new Map<LookupKey, LookupResult>([
    ['ada', ADA],
    [1n, { ...NONE, singleValue: 42, multiValue: { value: 42 } }],
    ['broken', LOOKUP_ERROR],
  ])
  const lifes = new Map<LookupKey, number>()
  const of = (key: LookupKey) => users.get(key) ?? NONE
  const set = (key: LookupKey, change: Partial<LookupResult>) => {
    users.set(key, { ...of(key), ...change })
    return of(key)
  }
  const writer: LookupWriter = {
    setValue: (key, value) => set(key, { singleValue: value, multiValue: { value } }),
    setStringList: (key, values) => set(key, { stringListValue: values }),
    addStringList(key, values, keepsDuplicates) {
      const before = of(key).stringListValue ?? []
      return set(key, {
        stringListValue: [...before, ...values.filter((each) => keepsDuplicates || !before.includes(each))],
      })
    },
    removeStringList: (key, values) =>
      set(key, { stringListValue: (of(key).stringListValue ?? []).filter((each) => !values.includes(each)) }),
    clear: (key) => void users.delete(key),
    assignTtl(key, ttlMs) {
      lifes.set(key, ttlMs)
      return of(key)
    },
  }
  return {
    lifes,
    lookUp(table: string, key: LookupKey): LookupResult | undefined {
      if (table === 'users') return of(key)
      const other = tables[table]
      return other === undefined ? undefined : (other[String(key)] ?? NONE)
    },
    lookupWriter: (table: string) => (table === 'users' ? writer : undefined),
  }
}
