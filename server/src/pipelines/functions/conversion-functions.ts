/** Functions that convert values to another type. */
import { RuleObject, type RuleValue } from '@logyard/languages/rules/rule-values'
import { RuleJson } from '@logyard/languages/rules/values/rule-json'
import { textOfValue } from '@logyard/languages/rules/values/text-of-value'
import { defineFunction } from '../evaluation/rule-run.ts'
import { doubleOf, longOf } from './number-of-value.ts'
import { anything, double, flag, isMap, list, long, optional, text } from './params.ts'

const value = anything('value', 'The value.')

/** A rule may name null as the default. */
const defaultOr = <Value>(byDefault: Value | null | undefined, otherwise: Value): Value | null =>
  byDefault === undefined ? otherwise : byDefault

const toBool = defineFunction({
  name: 'to_bool',
  description: 'Converts a value to true or false. The text "true" in any case is true, everything else is false.',
  example: { source: 'to_bool("TRUE")', result: 'true' },
  params: [value, optional(flag('default', 'The result for null. False by default.'))],
  returns: 'Boolean',
  call([value, byDefault]) {
    if (value == null) return defaultOr(byDefault, false)
    if (typeof value === 'boolean') return value
    const text = value instanceof RuleObject ? value.toText() : value
    return typeof text === 'string' && text.length === 'true'.length && text.toLowerCase() === 'true'
  },
})

const toDouble = defineFunction({
  name: 'to_double',
  description: 'Converts a value to a number with a decimal point.',
  example: { source: 'to_double("23.42")', result: '23.42' },
  params: [value, optional(double('default', 'The result for null and for what is not a number. 0.0 by default.'))],
  returns: 'Double',
  call: ([value, byDefault]) => doubleOf(value ?? null) ?? defaultOr(byDefault, 0),
})

const toLong = defineFunction({
  name: 'to_long',
  description:
    'Converts a value to a whole number. Numbers lose what is behind the decimal point. Texts must have digits only, with or without a minus sign.',
  example: { source: 'to_long("x", -1)', result: '-1' },
  params: [value, optional(long('default', 'The result for null and for what is not a whole number. 0 by default.'))],
  returns: 'Long',
  call: ([value, byDefault]) => longOf(value ?? null) ?? defaultOr(byDefault, 0n),
})

const toText = defineFunction({
  name: 'to_string',
  description: 'Converts a value to a text.',
  example: { source: 'to_string([1, 2.0, true])', result: '"[1, 2.0, true]"' },
  params: [value, optional(text('default', 'The result for null. Empty by default.'))],
  returns: 'String',
  call([value, byDefault]) {
    if (typeof value === 'string') return value
    return value == null ? defaultOr(byDefault, '') : textOfValue(value)
  },
})

const toMap = defineFunction({
  name: 'to_map',
  description: 'Converts a JSON object to a map. Maps stay as they are, everything else is an empty map.',
  example: { source: 'to_map(parse_json("{\\"user\\": \\"ada\\"}"))', result: '{user: "ada"}' },
  params: [value],
  returns: 'Map',
  call([value]) {
    const converted: RuleValue = value instanceof RuleJson ? value.toRuleValue() : (value ?? null)
    return isMap(converted) ? converted : new Map<string, RuleValue>()
  },
})

const toList = defineFunction({
  name: 'to_list',
  description: 'Converts a JSON list to a list. Lists stay as they are.',
  example: { source: 'to_list(parse_json("[1, 2]"))', result: '[1, 2]' },
  params: [value, optional(list('default', 'The result for what is not a list. An empty list by default.'))],
  returns: 'List',
  call([value, byDefault]) {
    const converted: RuleValue = value instanceof RuleJson ? value.toRuleValue() : (value ?? null)
    return Array.isArray(converted) ? converted : defaultOr(byDefault, [])
  },
})

export const conversionFunctions = [toBool, toDouble, toList, toLong, toMap, toText]
