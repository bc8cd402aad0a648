/** Makers of parameters. Each converts an argument, or says to the author of the rule why it is invalid. */
import { asItIs } from '@logyard/languages/rules/rule-function'
import { type RuleList, type RuleMap, RuleObject, type RuleValue } from '@logyard/languages/rules/rule-values'
import { type PipelineParam, RuleMessage } from '../evaluation/rule-run.ts'
import { patternOf, type RulePattern } from './rule-pattern.ts'

export const optional = <Value>(param: PipelineParam<Value>): PipelineParam<Value> => ({ ...param, isOptional: true })

/** The argument of a parameter that must not be null. */
export function given<Value>(value: Value | null | undefined, name: string): Value {
  if (value === null || value === undefined) throw new Error(`The argument ${name} is null`)
  return value
}

export const text = (name: string, description: string): PipelineParam<string> => ({
  name,
  type: 'String',
  isOptional: false,
  description,
  prepare: (value) => textOf(value, name),
})

export const long = (name: string, description: string): PipelineParam<bigint> => ({
  name,
  type: 'Long',
  isOptional: false,
  description,
  prepare: (value) => (typeof value === 'bigint' ? value : refuse(name, 'a whole number', value)),
})

/** A position or a count: what lies outside of 32 bits is invalid. */
export const integer = (name: string, description: string): PipelineParam<number> => ({
  name,
  type: 'Long',
  preparedClass: 'java.lang.Integer',
  isOptional: false,
  description,
  prepare: (value) => {
    if (typeof value !== 'bigint') return refuse(name, 'a whole number', value)
    if (BigInt.asIntN(32, value) !== value) throw new Error(`The argument ${name} is out of range: ${value}`)
    return Number(value)
  },
})

export const double = (name: string, description: string): PipelineParam<number> => ({
  name,
  type: 'Double',
  isOptional: false,
  description,
  prepare: (value) => (typeof value === 'number' ? value : refuse(name, 'a number with a decimal point', value)),
})

export const flag = (name: string, description: string): PipelineParam<boolean> => ({
  name,
  type: 'Boolean',
  isOptional: false,
  description,
  prepare: (value) => (typeof value === 'boolean' ? value : refuse(name, 'true or false', value)),
})

export const anything = (name: string, description: string): PipelineParam<RuleValue> => ({
  name,
  type: 'Object',
  isOptional: false,
  description,
  prepare: asItIs,
})

export const list = (name: string, description: string): PipelineParam<RuleList> => ({
  name,
  type: 'List',
  isOptional: false,
  description,
  prepare: (value) => listOf(value, name),
})

/** A list that the language knows only as an object: fields have lists, too. */
export const anyList = (name: string, description: string): PipelineParam<RuleList> => ({
  ...list(name, description),
  type: 'Object',
  preparedClass: 'java.util.List',
})

export const map = (name: string, description: string): PipelineParam<RuleMap> => ({
  name,
  type: 'Map',
  isOptional: false,
  description,
  prepare: (value) => mapOf(value, name),
})

/** Java's syntax. */
export const pattern = (name: string, description: string): PipelineParam<RulePattern> => ({
  name,
  type: 'String',
  preparedClass: 'java.util.regex.Pattern',
  isOptional: false,
  description,
  prepare: (value, tools) => patternOf(textOf(value, name), tools),
})

/** The current message without an argument. */
export const inMessage: PipelineParam<RuleMessage> = {
  name: 'message',
  type: 'Message',
  isOptional: true,
  description: 'The message. The current one by default.',
  prepare: (value) => (value instanceof RuleMessage ? value : refuse('message', 'a message', value)),
}

export function textOf(value: RuleValue, name: string): string {
  return typeof value === 'string' ? value : refuse(name, 'a text', value)
}

const isList = (value: RuleValue): value is RuleList => Array.isArray(value)

const listOf = (value: RuleValue, name: string): RuleList => (isList(value) ? value : refuse(name, 'a list', value))

export const isMap = (value: RuleValue): value is RuleMap => value instanceof Map

const mapOf = (value: RuleValue, name: string): RuleMap => (isMap(value) ? value : refuse(name, 'a map', value))

/** Throws. */
export function refuse(name: string, expected: string, value: RuleValue): never {
  throw new Error(`The argument ${name} must be ${expected}, not ${kindOf(value)}`)
}

function kindOf(value: RuleValue): string {
  switch (typeof value) {
    case 'string':
      return 'a text'
    case 'bigint':
      return 'a whole number'
    case 'number':
      return 'a number with a decimal point'
    case 'boolean':
      return 'true or false'
    default:
      break
  }
  if (isList(value)) return 'a list'
  if (isMap(value)) return 'a map'
  return value instanceof RuleObject ? value.toText().slice(0, 100) : 'null'
}
