/** Functions that change lookup tables. Tables whose data adapter cannot be written stay as they are. */
import type { RuleValue } from '@logyard/languages/rules/rule-values'
import type { LookupResult, LookupWriter } from '../../lookup/lookup-tables.ts'
import { defineFunction, type RuleRun } from '../evaluation/rule-run.ts'
import { lookupKey, lookupTable } from './lookup-params.ts'
import { ruleValueOf, scalarOf, textsOf } from './lookup-values.ts'
import { anything, flag, list, long, optional } from './params.ts'

const MAX_TTL_SECONDS = 315_360_000n

/** What `write` leaves stored; null if the table cannot be written. */
function written(run: RuleRun, table: string, write: (writer: LookupWriter) => LookupResult): LookupResult | null {
  const writer = run.lookupWriter(table)
  return writer === undefined ? null : write(writer)
}

const listOf = (result: LookupResult | null): RuleValue =>
  result?.stringListValue ? [...result.stringListValue] : null
const singleOf = (result: LookupResult | null): RuleValue => ruleValueOf(result?.singleValue ?? null)

const lookupSetValue = defineFunction({
  name: 'lookup_set_value',
  description: 'Stores a single value for a key, and returns it. Lists and maps are stored as text.',
  example: { source: 'lookup_set_value("users", "grace", "Grace Hopper")', result: '"Grace Hopper"' },
  params: [lookupTable, lookupKey, anything('value', 'The value.')],
  returns: 'Object',
  call([table, key, value], run) {
    if (table == null || key == null || value == null) return null
    return singleOf(written(run, table, (writer) => writer.setValue(key, scalarOf(value))))
  },
})

const lookupSetStringList = defineFunction({
  name: 'lookup_set_string_list',
  description: 'Stores a list of texts for a key, and returns it. Null and empty texts are left out.',
  example: { source: 'lookup_set_string_list("users", "grace", ["navy", ""])', result: '["navy"]' },
  params: [lookupTable, lookupKey, list('value', 'The texts.')],
  returns: 'List',
  call([table, key, value], run) {
    if (table == null || key == null || value == null) return null
    return listOf(written(run, table, (writer) => writer.setStringList(key, textsOf(value))))
  },
})

const lookupAddStringList = defineFunction({
  name: 'lookup_add_string_list',
  description: 'Adds texts to the list of a key, and returns the list. Null and empty texts are left out.',
  example: {
    source: 'lookup_add_string_list("users", "ada", ["poets", "admins"])',
    result: '["admins", "authors", "poets"]',
  },
  params: [
    lookupTable,
    lookupKey,
    list('value', 'The texts.'),
    optional(flag('keep_duplicates', 'Adds texts that the list has already. False by default.')),
  ],
  returns: 'List',
  call([table, key, value, keepsDuplicates], run) {
    if (table == null || key == null || value == null) return null
    return listOf(written(run, table, (writer) => writer.addStringList(key, textsOf(value), keepsDuplicates ?? false)))
  },
})

const lookupRemoveStringList = defineFunction({
  name: 'lookup_remove_string_list',
  description: 'Removes texts from the list of a key, and returns the list.',
  example: { source: 'lookup_remove_string_list("users", "ada", ["authors"])', result: '["admins"]' },
  params: [lookupTable, lookupKey, list('value', 'The texts.')],
  returns: 'List',
  call([table, key, value], run) {
    if (table == null || key == null || value == null) return null
    return listOf(written(run, table, (writer) => writer.removeStringList(key, textsOf(value))))
  },
})

const lookupClearKey = defineFunction({
  name: 'lookup_clear_key',
  description: 'Deletes all values of a key.',
  example: { source: 'lookup_clear_key("users", "ada");', result: 'nothing' },
  params: [lookupTable, lookupKey],
  returns: 'Void',
  call([table, key], run) {
    if (table != null && key != null) run.lookupWriter(table)?.clear(key)
    return null
  },
})

const lookupAssignTtl = defineFunction({
  name: 'lookup_assign_ttl',
  description: 'Ends the life of the values of a key after a number of seconds, and returns the single value.',
  example: { source: 'lookup_assign_ttl("users", "ada", 3600)', result: '"Ada Lovelace"' },
  params: [lookupTable, lookupKey, long('ttl', 'The seconds from now on, at most ten years.')],
  returns: 'Object',
  call([table, key, ttl], run) {
    if (table == null || key == null || ttl == null) return null
    if (ttl < 1n || ttl > MAX_TTL_SECONDS) throw new Error(`The argument ttl is out of range: ${ttl}`)
    return singleOf(written(run, table, (writer) => writer.assignTtl(key, Number(ttl) * 1000)))
  },
})

export const lookupWritingFunctions = [
  lookupAddStringList,
  lookupAssignTtl,
  lookupClearKey,
  lookupRemoveStringList,
  lookupSetStringList,
  lookupSetValue,
]
