/** The functions of expressions: what they take and answer, and the sentences that completion and help show. */
import type { AggregateName, StepType } from './step-tree.ts'

/** `same` arguments have one type; `any` is any value; `constant` is written in the query. */
export type ArgumentType = Exclude<StepType, 'nothing'> | 'any' | 'same' | 'constant'

export interface FunctionHelp {
  /** As in `replace(text, old, new)`. */
  readonly call: string
  readonly summary: string
}

export interface FunctionSpec extends FunctionHelp {
  readonly args: readonly ArgumentType[]
  /** Arguments that may be left out, at the end. */
  readonly optional?: number
  /** Any number of further arguments like the last one. */
  readonly isOpen?: true
  readonly result: Exclude<StepType, 'nothing'> | 'same'
}

const ofText = { args: ['text'], result: 'text' } as const
const textTest = { args: ['text', 'text'], result: 'boolean' } as const
const ofNumber = { args: ['number'], result: 'number' } as const
const ofTime = { args: ['time'], result: 'number' } as const

export const STEP_FUNCTIONS = {
  if: {
    args: ['boolean', 'same', 'same'],
    result: 'same',
    call: 'if(condition, then, else)',
    summary: 'One of two values. If the condition is missing, the second one.',
  },
  coalesce: {
    args: ['same', 'same'],
    isOpen: true,
    result: 'same',
    call: 'coalesce(a, b, …)',
    summary: 'The first value that is there.',
  },
  exists: {
    args: ['any'],
    result: 'boolean',
    call: 'exists(value)',
    summary: 'Tells if there is a value. Never missing.',
  },
  lower: { ...ofText, call: 'lower(text)', summary: 'In lower case.' },
  upper: { ...ofText, call: 'upper(text)', summary: 'In upper case.' },
  trim: { ...ofText, call: 'trim(text)', summary: 'Without spaces, tabs and line breaks at both ends.' },
  length: { args: ['text'], result: 'number', call: 'length(text)', summary: 'The number of characters.' },
  contains: { ...textTest, call: 'contains(text, part)', summary: 'Tells if the text has the part, in this case.' },
  starts_with: { ...textTest, call: 'starts_with(text, part)', summary: 'Tells if the text begins with the part.' },
  ends_with: { ...textTest, call: 'ends_with(text, part)', summary: 'Tells if the text ends with the part.' },
  matches: {
    args: ['text', 'constant'],
    result: 'boolean',
    call: 'matches(text, "regex")',
    summary: 'Tells if the regular expression matches a part of the text.',
  },
  extract: {
    args: ['text', 'constant'],
    result: 'text',
    call: 'extract(text, "regex")',
    summary: 'The first group of the first match, or the match if there is no group. An empty one is missing.',
  },
  replace: {
    args: ['text', 'constant', 'text'],
    result: 'text',
    call: 'replace(text, "old", new)',
    summary: 'The text with every old part replaced.',
  },
  substring: {
    args: ['text', 'constant', 'constant'],
    optional: 1,
    result: 'text',
    call: 'substring(text, 1, 10)',
    summary: 'Characters from a place on, which is counted from 1; with their number, or up to the end.',
  },
  split: {
    args: ['text', 'constant', 'constant'],
    result: 'text',
    call: 'split(text, ",", 1)',
    summary: 'A part between separators, counted from 1. An empty text has none.',
  },
  concat: {
    args: ['any'],
    isOpen: true,
    result: 'text',
    call: 'concat(a, b, …)',
    summary: 'Values joined to one text.',
  },
  text: {
    args: ['any'],
    result: 'text',
    call: 'text(value)',
    summary: 'A value as a text; a field as it was received, even where it is not a number.',
  },
  number: {
    args: ['any'],
    result: 'number',
    call: 'number(value)',
    summary: 'A text as a number, missing if it is none; of a time the milliseconds since 1970; of true 1, of false 0.',
  },
  json: {
    args: ['text', 'constant'],
    result: 'text',
    call: 'json(text, "user.name")',
    summary: 'The text, number or boolean at a path of a JSON object, as a text.',
  },
  kv: {
    args: ['text', 'constant'],
    result: 'text',
    call: 'kv(text, "user")',
    summary: 'The value behind key=, in quotes or up to a space, comma or semicolon.',
  },
  abs: { ...ofNumber, call: 'abs(number)', summary: 'Without its sign.' },
  floor: { ...ofNumber, call: 'floor(number)', summary: 'The next smaller whole number.' },
  ceil: { ...ofNumber, call: 'ceil(number)', summary: 'The next greater whole number.' },
  round: {
    args: ['number', 'constant'],
    optional: 1,
    result: 'number',
    call: 'round(number, 2)',
    summary: 'Rounded to so many decimals, 0 by default; halves are rounded up.',
  },
  sqrt: { ...ofNumber, call: 'sqrt(number)', summary: 'The square root; missing for negative numbers.' },
  now: { args: [], result: 'time', call: 'now()', summary: 'The time at which the query runs.' },
  time: {
    args: ['any'],
    result: 'time',
    call: 'time(value)',
    summary: 'The time of a text such as 2026-03-01T10:00:00.5Z, or of milliseconds since 1970.',
  },
  bin: {
    args: ['any', 'constant'],
    result: 'same',
    call: 'bin(timestamp, 5m)',
    summary: 'The start of the span in which a time, or a number, is. Spans are counted from 1970 in UTC.',
  },
  year: { ...ofTime, call: 'year(time)', summary: 'The year, in UTC as all parts of times.' },
  month: { ...ofTime, call: 'month(time)', summary: 'The month, from 1 to 12.' },
  day: { ...ofTime, call: 'day(time)', summary: 'The day of the month.' },
  weekday: { ...ofTime, call: 'weekday(time)', summary: 'The day of the week, from 1 for Monday to 7.' },
  hour: { ...ofTime, call: 'hour(time)', summary: 'The hour, from 0 to 23.' },
  minute: { ...ofTime, call: 'minute(time)', summary: 'The minute, from 0 to 59.' },
  second: { ...ofTime, call: 'second(time)', summary: 'The second, from 0 to 59.' },
  is_address: { args: ['text'], result: 'boolean', call: 'is_address(text)', summary: 'Tells if it is an IP address.' },
  is_private: {
    args: ['text'],
    result: 'boolean',
    call: 'is_private(address)',
    summary: 'Tells if an address is of a private network, of the machine or link-local.',
  },
  in_network: {
    args: ['text', 'constant'],
    result: 'boolean',
    call: 'in_network(address, "10.0.0.0/8")',
    summary: 'Tells if an address is in the network.',
  },
  network: {
    args: ['text', 'constant'],
    result: 'text',
    call: 'network(address, 24)',
    summary: 'The network of an IPv4 address, as in 10.1.2.0/24.',
  },
} as const satisfies Readonly<Record<string, FunctionSpec>>

export type FunctionName = keyof typeof STEP_FUNCTIONS
export const FUNCTION_NAMES = Object.keys(STEP_FUNCTIONS).filter((name): name is FunctionName =>
  Object.hasOwn(STEP_FUNCTIONS, name),
)
export const isFunctionName = (name: string): name is FunctionName => Object.hasOwn(STEP_FUNCTIONS, name)

export const STEP_AGGREGATES: Readonly<Record<AggregateName, FunctionHelp>> = {
  count: { call: 'count()', summary: 'The number of rows, or of those that have a value.' },
  count_if: { call: 'count_if(condition)', summary: 'The number of rows for which the condition is true.' },
  distinct: { call: 'distinct(value)', summary: 'The exact number of different values.' },
  sum: { call: 'sum(number)', summary: 'The sum; missing if no row has a number.' },
  avg: { call: 'avg(number)', summary: 'The average.' },
  min: { call: 'min(value)', summary: 'The least number or time, or the first text.' },
  max: { call: 'max(value)', summary: 'The greatest number or time, or the last text.' },
  median: { call: 'median(number)', summary: 'The number in the middle; of two their average.' },
  percentile: { call: 'percentile(number, 95)', summary: 'The exact percentile, between two numbers in proportion.' },
  first: { call: 'first(value)', summary: 'The value of the oldest message that has one.' },
  last: { call: 'last(value)', summary: 'The value of the newest message that has one.' },
}
