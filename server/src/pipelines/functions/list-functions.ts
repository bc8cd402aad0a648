/** Functions on lists. None of them changes a list: the result is a new one. */
import type { RuleList, RuleValue } from '@logyard/languages/rules/rule-values'
import { areEqual } from '@logyard/languages/rules/values/value-equality'
import { defineFunction } from '../evaluation/rule-run.ts'
import { anyList, anything, flag, given, long, optional } from './params.ts'
import { MAX_ITEMS, tooManyItems } from './result-bounds.ts'

const elements = anyList('elements', 'The list.')

const arrayContains = defineFunction({
  name: 'array_contains',
  description: 'Checks whether a list contains a value. Null counts as an empty list.',
  example: { source: 'array_contains(["ada", "bob"], "ADA")', result: 'true' },
  params: [
    elements,
    anything('value', 'The value to search for.'),
    optional(flag('case_sensitive', 'Tells upper and lower case of texts apart. False by default.')),
  ],
  returns: 'Boolean',
  call([items, value, tellsCase]) {
    const wanted = tellsCase === true ? (value ?? null) : lowered(value ?? null)
    return (items ?? []).some((item) => areEqual(tellsCase === true ? item : lowered(item), wanted))
  },
})

const lowered = (value: RuleValue): RuleValue => (typeof value === 'string' ? value.toLowerCase() : value)

const arrayRemove = defineFunction({
  name: 'array_remove',
  description: 'Returns a list without a value.',
  example: { source: 'array_remove(["a", "b", "a"], "a")', result: '["b", "a"]' },
  params: [
    elements,
    anything('value', 'The value to remove.'),
    optional(flag('remove_all', 'Removes the value wherever it is. False by default: only the first one goes.')),
  ],
  returns: 'List',
  call([items, value, removesAll]) {
    const list = items ?? []
    const isOther = (item: RuleValue) => !areEqual(item, value ?? null)
    if (removesAll === true) return list.filter(isOther)
    const first = list.findIndex((item) => !isOther(item))
    return first < 0 ? list : list.toSpliced(first, 1)
  },
})

const stringArrayAdd = defineFunction({
  name: 'string_array_add',
  description: 'Returns a list with a text, or with the texts of another list, at its end. Other values are left out.',
  example: { source: 'string_array_add(["a"], ["a", "b"], true)', result: '["a", "b"]' },
  params: [
    elements,
    anything('value', 'The text, or the list of texts.'),
    optional(flag('only_unique', 'Leaves out texts that the list has already. False by default.')),
  ],
  returns: 'List',
  call([items, value, onlyUnique]) {
    const texts = [...textsOf(items ?? null), ...textsOf(value ?? null)]
    if (texts.length > MAX_ITEMS) throw tooManyItems()
    return onlyUnique === true ? [...new Set(texts)] : texts
  },
})

const isList = (value: RuleValue): value is RuleList => Array.isArray(value)

function textsOf(value: RuleValue): readonly string[] {
  const items = isList(value) ? value : [value]
  return items.filter((item) => typeof item === 'string')
}

const listCount = defineFunction({
  name: 'list_count',
  description: 'Counts the items of a list.',
  example: { source: 'list_count(["a", "b"])', result: '2' },
  params: [anyList('list', 'The list.')],
  returns: 'Long',
  call: ([items]) => BigInt(items?.length ?? 0),
})

const listGet = defineFunction({
  name: 'list_get',
  description: 'Returns an item of a list, or null if the list is shorter.',
  example: { source: 'list_get(["a", "b"], 1)', result: '"b"' },
  params: [anyList('list', 'The list.'), long('index', 'The position of the item, counted from 0.')],
  returns: 'Object',
  call: ([items, index]) => items?.[Number(given(index, 'index'))] ?? null,
})

export const listFunctions = [arrayContains, arrayRemove, listCount, listGet, stringArrayAdd]
