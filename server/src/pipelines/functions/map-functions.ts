/** Functions on maps. None of them changes a map: the result is a new one. */
import type { RuleValue } from '@logyard/languages/rules/rule-values'
import { defineFunction } from '../evaluation/rule-run.ts'
import { anything, given, map, text } from './params.ts'
import { MAX_ITEMS, tooManyItems } from './result-bounds.ts'

const anyMap = map('map', 'The map.')
const key = text('key', 'The key.')

const mapCopy = defineFunction({
  name: 'map_copy',
  description: 'Copies a map. Null gives an empty map.',
  example: { source: 'map_copy({a: 1})', result: '{a: 1}' },
  params: [anyMap],
  returns: 'Map',
  call: ([map]) => new Map<string, RuleValue>(map),
})

const mapGet = defineFunction({
  name: 'map_get',
  description: 'Returns the value of a key, or null if the map does not have it.',
  example: { source: 'map_get({user: "ada"}, "user")', result: '"ada"' },
  params: [anyMap, key],
  returns: 'Object',
  call: ([map, key]) => map?.get(given(key, 'key')) ?? null,
})

const mapRemove = defineFunction({
  name: 'map_remove',
  description: 'Returns a map without a key. The map itself stays as it is.',
  example: { source: 'map_remove({a: 1, b: 2}, "a")', result: '{b: 2}' },
  params: [anyMap, key],
  returns: 'Map',
  call([map, key]) {
    const copy = new Map<string, RuleValue>(map)
    copy.delete(given(key, 'key'))
    return copy
  },
})

const mapSet = defineFunction({
  name: 'map_set',
  description: 'Returns a map with a value. The map itself stays as it is. Null removes the key.',
  example: { source: 'let m = {a: 1}; let m = map_set(m, "b", 2); set_fields(m);', result: 'a: 1; b: 2' },
  params: [anyMap, key, anything('value', 'The value.')],
  returns: 'Map',
  call([map, key, value]) {
    const copy = new Map<string, RuleValue>(map)
    if (value == null) copy.delete(given(key, 'key'))
    else copy.set(given(key, 'key'), value)
    if (copy.size > MAX_ITEMS) throw tooManyItems()
    return copy
  },
})

export const mapFunctions = [mapCopy, mapGet, mapRemove, mapSet]
