/** Functions that read lookup tables. */
import { defineFunction } from '../evaluation/rule-run.ts'
import { lookupKey, lookupTable } from './lookup-params.ts'
import { foundIn, ruleMapOf, ruleValueOf, scalarOf } from './lookup-values.ts'
import { anything, list, optional, text } from './params.ts'
import { MAX_ITEMS, tooManyItems } from './result-bounds.ts'

const lookup = defineFunction({
  name: 'lookup',
  description:
    'Looks up a key, and returns all values of its entry as a map. Without an entry, the map has only the key "value", with the default.',
  example: { source: 'lookup("users", "ada")', result: '{name: "Ada Lovelace", age: 36}' },
  params: [lookupTable, lookupKey, optional(anything('default', 'The value without an entry. Null by default.'))],
  returns: 'Map',
  call([table, key, byDefault], run) {
    const multi = table == null ? undefined : foundIn(run, table, key)?.multiValue
    return multi == null ? new Map([['value', byDefault ?? null]]) : ruleMapOf(multi)
  },
})

const lookupValue = defineFunction({
  name: 'lookup_value',
  description: 'Looks up a key, and returns the single value of its entry.',
  example: { source: 'lookup_value("users", "ada")', result: '"Ada Lovelace"' },
  params: [lookupTable, lookupKey, optional(anything('default', 'The value without an entry. Null by default.'))],
  returns: 'Object',
  call([table, key, byDefault], run) {
    const single = table == null ? undefined : foundIn(run, table, key)?.singleValue
    return single == null ? (byDefault ?? null) : ruleValueOf(single)
  },
})

const lookupStringList = defineFunction({
  name: 'lookup_string_list',
  description: 'Looks up a key, and returns the list of texts of its entry.',
  example: { source: 'lookup_string_list("users", "ada")', result: '["admins", "authors"]' },
  params: [lookupTable, lookupKey, optional(list('default', 'The list without an entry. An empty list by default.'))],
  returns: 'List',
  call([table, key, byDefault], run) {
    const found = table == null ? undefined : foundIn(run, table, key)?.stringListValue
    return found == null ? (byDefault ?? []) : [...found]
  },
})

const lookupStringListContains = defineFunction({
  name: 'lookup_string_list_contains',
  description: 'Looks up a key, and checks whether the list of texts of its entry has a text.',
  example: { source: 'lookup_string_list_contains("users", "ada", "admins")', result: 'true' },
  params: [lookupTable, lookupKey, text('value', 'The text.')],
  returns: 'Boolean',
  call([table, key, value], run) {
    const found = table == null ? undefined : foundIn(run, table, key)?.stringListValue
    return value != null && found?.includes(value) === true
  },
})

const lookupHasValue = defineFunction({
  name: 'lookup_has_value',
  description: 'Checks whether a key has an entry. The default values of the table count as one.',
  example: { source: 'lookup_has_value("users", "grace")', result: 'false' },
  params: [lookupTable, lookupKey],
  returns: 'Boolean',
  call([table, key], run) {
    const found = table == null ? undefined : foundIn(run, table, key)
    return found !== undefined && (found.singleValue ?? found.multiValue ?? found.stringListValue) !== null
  },
})

const lookupAll = defineFunction({
  name: 'lookup_all',
  description: 'Looks up several keys, and returns the single values of those that have an entry.',
  example: { source: 'lookup_all("users", ["ada", "grace"])', result: '["Ada Lovelace"]' },
  params: [lookupTable, list('keys', 'The keys.')],
  returns: 'List',
  call([table, keys], run) {
    if (table == null || keys == null) return []
    if (keys.length > MAX_ITEMS) throw tooManyItems()
    return keys.flatMap((key) => {
      const single = key === null ? undefined : foundIn(run, table, scalarOf(key))?.singleValue
      return single == null ? [] : [ruleValueOf(single)]
    })
  },
})

export const lookupFunctions = [
  lookup,
  lookupAll,
  lookupHasValue,
  lookupStringList,
  lookupStringListContains,
  lookupValue,
]
