/** The built-ins of values, which stand behind a question mark: `name?upper_case`. */
import { RE2JS } from 're2js'
import { Fault } from './template-error.ts'
import {
  booleanOf,
  computerText,
  isHash,
  isSequence,
  kindOf,
  numberOf,
  sequenceOf,
  type TemplateValue,
  textOf,
} from './template-values.ts'

/** `args` is undefined without parentheses. */
export function callBuiltIn(
  name: string,
  subject: TemplateValue,
  args: readonly TemplateValue[] | undefined,
  at: number,
): TemplateValue {
  const builtIn = Object.hasOwn(BUILT_INS, name) ? BUILT_INS[name] : undefined
  if (builtIn === undefined) {
    const reason = FORBIDDEN.has(name) ? 'is not allowed in templates' : 'is unknown'
    throw new Fault(`The built-in ?${name} ${reason}`, at)
  }
  const [min, max] = builtIn.args
  const count = args?.length ?? 0
  if (count < min || count > max) {
    throw new Fault(`?${name} needs ${min === max ? min : `${min} to ${max}`} arguments, but has ${count}`, at)
  }
  return builtIn.call({ subject, args: args ?? [], at })
}

export const builtInNames = (): readonly string[] => Object.keys(BUILT_INS)

const FORBIDDEN = new Set(['new', 'api', 'eval', 'eval_json', 'interpret', 'absolute_template_name'])

interface Call {
  readonly subject: TemplateValue
  readonly args: readonly TemplateValue[]
  readonly at: number
}

interface BuiltIn {
  readonly args: readonly [min: number, max: number]
  readonly call: (call: Call) => TemplateValue
}

const subjectText = ({ subject, at }: Call) => {
  if (typeof subject === 'boolean') throw new Fault('Expected a text but this is a boolean', at)
  return textOf(subject, at)
}

function textArg({ args, at }: Call, index: number): string {
  const value = args[index]
  return value === undefined ? '' : textOf(value, at)
}

function numberArg({ args, at }: Call, index: number, fallback = 0): number {
  const value = args[index]
  return value === undefined ? fallback : Math.trunc(numberOf(value, at))
}

const onText = (change: (text: string) => TemplateValue): BuiltIn => ({
  args: [0, 0],
  call: (call) => change(subjectText(call)),
})

const withText = (compare: (text: string, other: string) => TemplateValue): BuiltIn => ({
  args: [1, 1],
  call: (call) => compare(subjectText(call), textArg(call, 0)),
})

const firstWord = (text: string, change: (letter: string) => string) => text.replace(/\S/u, change)

const BUILT_INS: Readonly<Record<string, BuiltIn>> = {
  upper_case: onText((text) => text.toUpperCase()),
  lower_case: onText((text) => text.toLowerCase()),
  cap_first: onText((text) => firstWord(text, (letter) => letter.toUpperCase())),
  uncap_first: onText((text) => firstWord(text, (letter) => letter.toLowerCase())),
  capitalize: onText((text) => text.toLowerCase().replace(/(?<!\S)\S/gu, (letter) => letter.toUpperCase())),
  trim: onText((text) => text.trim()),
  length: onText((text) => text.length),
  contains: withText((text, part) => text.includes(part)),
  starts_with: withText((text, part) => text.startsWith(part)),
  ends_with: withText((text, part) => text.endsWith(part)),
  remove_beginning: withText((text, part) => (text.startsWith(part) ? text.slice(part.length) : text)),
  remove_ending: withText((text, part) => (text.endsWith(part) ? text.slice(0, text.length - part.length) : text)),
  keep_before: withText((text, part) => (text.includes(part) ? text.slice(0, text.indexOf(part)) : text)),
  keep_after: withText((text, part) => (text.includes(part) ? text.slice(text.indexOf(part) + part.length) : '')),
  index_of: { args: [1, 2], call: (call) => subjectText(call).indexOf(textArg(call, 0), numberArg(call, 1)) },
  last_index_of: {
    args: [1, 2],
    call: (call) => subjectText(call).lastIndexOf(textArg(call, 0), numberArg(call, 1, Number.MAX_SAFE_INTEGER)),
  },
  substring: { args: [1, 2], call: substring },
  replace: { args: [2, 3], call: replace },
  split: { args: [1, 2], call: split },
  matches: {
    args: [1, 2],
    call: (call) => compile(call, textArg(call, 0), textArg(call, 1)).matches(subjectText(call)),
  },
  left_pad: { args: [1, 2], call: (call) => pad(call, (text, width, fill) => text.padStart(width, fill)) },
  right_pad: { args: [1, 2], call: (call) => pad(call, (text, width, fill) => text.padEnd(width, fill)) },
  number: { args: [0, 0], call: toNumber },
  string: { args: [0, 2], call: toText },
  boolean: { args: [0, 0], call: toBoolean },
  c: { args: [0, 0], call: toComputerText },
  size: { args: [0, 0], call: size },
  join: { args: [1, 3], call: join },
  first: { args: [0, 0], call: (call) => itemAt(call, 0) },
  last: { args: [0, 0], call: (call) => itemAt(call, -1) },
  reverse: { args: [0, 0], call: ({ subject, at }) => sequenceOf(subject, at).toReversed() },
  sort: { args: [0, 0], call: sort },
  seq_contains: {
    args: [1, 1],
    call: ({ subject, args, at }) => sequenceOf(subject, at).some((item) => item === args[0]),
  },
  keys: { args: [0, 0], call: (call) => [...hashOf(call).keys()] },
  values: { args: [0, 0], call: (call) => [...hashOf(call).values()] },
  int: { args: [0, 0], call: ({ subject, at }) => Math.trunc(numberOf(subject, at)) },
  round: { args: [0, 0], call: ({ subject, at }) => Math.floor(numberOf(subject, at) + 0.5) },
  floor: { args: [0, 0], call: ({ subject, at }) => Math.floor(numberOf(subject, at)) },
  ceiling: { args: [0, 0], call: ({ subject, at }) => Math.ceil(numberOf(subject, at)) },
  abs: { args: [0, 0], call: ({ subject, at }) => Math.abs(numberOf(subject, at)) },
  is_string: kindTest((value) => typeof value === 'string'),
  is_number: kindTest((value) => typeof value === 'number'),
  is_boolean: kindTest((value) => typeof value === 'boolean'),
  is_sequence: kindTest(isSequence),
  is_hash: kindTest(isHash),
}

function kindTest(test: (value: TemplateValue) => boolean): BuiltIn {
  return { args: [0, 0], call: ({ subject }) => test(subject) }
}

function substring(call: Call): string {
  const text = subjectText(call)
  const start = numberArg(call, 0)
  const end = numberArg(call, 1, text.length)
  if (start < 0 || end > text.length || start > end) {
    throw new Fault(`?substring(${start}, ${end}) is not within the text of ${text.length} characters`, call.at)
  }
  return text.slice(start, end)
}

const MAX_INSERTED = 10_000_000

/** Checked before the text is made, which could fill the memory. */
function checkLength({ at }: Call, length: number, count: number): void {
  if (length * count > MAX_INSERTED) throw new Fault('The text would be too long', at)
}

/** Flags: `r` regular expression, `i` any case, `f` the first one only, `m` and `s` as in regular expressions. */
function replace(call: Call): string {
  const [text, wanted, replacement, flags] = [subjectText(call), textArg(call, 0), textArg(call, 1), textArg(call, 2)]
  checkLength(call, replacement.length, text.length + 1)
  if (!/[ri]/.test(flags)) {
    return flags.includes('f') ? text.replace(wanted, () => replacement) : text.split(wanted).join(replacement)
  }
  const matcher = compile(call, flags.includes('r') ? wanted : RE2JS.quote(wanted), flags).matcher(text)
  const inserted = flags.includes('r') ? replacement : replacement.replaceAll(/[\\$]/g, '\\$&')
  try {
    return flags.includes('f') ? matcher.replaceFirst(inserted, true) : matcher.replaceAll(inserted, true)
  } catch (error) {
    throw new Fault(`The replacement is invalid: ${error instanceof Error ? error.message : ''}`, call.at)
  }
}

function split(call: Call): readonly string[] {
  const [text, separator, flags] = [subjectText(call), textArg(call, 0), textArg(call, 1)]
  if (!/[ri]/.test(flags)) return text.split(separator)
  return compile(call, flags.includes('r') ? separator : RE2JS.quote(separator), flags).split(text, -1)
}

/** Runs in linear time whatever the expression is. */
function compile({ at }: Call, expression: string, flags: string) {
  const bits = [
    flags.includes('i') ? RE2JS.CASE_INSENSITIVE : 0,
    flags.includes('m') ? RE2JS.MULTILINE : 0,
    flags.includes('s') ? RE2JS.DOTALL : 0,
  ]
  try {
    return RE2JS.compile(
      expression,
      bits.reduce((sum, bit) => sum | bit, 0),
    )
  } catch (error) {
    throw new Fault(`The regular expression is invalid: ${error instanceof Error ? error.message : ''}`, at)
  }
}

const MAX_PADDING = 10_000

function pad(call: Call, change: (text: string, width: number, fill: string) => string): string {
  const width = numberArg(call, 0)
  if (width > MAX_PADDING) throw new Fault(`A text is padded to at most ${MAX_PADDING} characters`, call.at)
  return change(subjectText(call), width, textArg(call, 1) || ' ')
}

function toNumber({ subject, at }: Call): number {
  if (typeof subject === 'number') return subject
  const text = textOf(subject, at)
  if (!/^[+-]?\d+(?:\.\d+)?(?:e[+-]?\d+)?$/i.test(text)) throw new Fault(`"${text.slice(0, 100)}" is not a number`, at)
  return Number(text)
}

function toText({ subject, args, at }: Call): string {
  if (typeof subject !== 'boolean') {
    if (args.length > 0) throw new Fault('Only a boolean takes arguments for ?string', at)
    return textOf(subject, at)
  }
  if (args.length === 0) return String(subject)
  if (args.length === 1) throw new Fault('?string of a boolean needs two arguments', at)
  return textOf((subject ? args[0] : args[1]) ?? '', at)
}

function toBoolean({ subject, at }: Call): boolean {
  if (subject === 'true' || subject === 'false') return subject === 'true'
  return booleanOf(subject, at)
}

function toComputerText({ subject, at }: Call): string {
  if (typeof subject === 'number') return computerText(subject)
  if (typeof subject === 'boolean' || typeof subject === 'string') return String(subject)
  throw new Fault(`?c needs a number or a boolean, but this is ${kindOf(subject)}`, at)
}

function size({ subject, at }: Call): number {
  if (isSequence(subject)) return subject.length
  if (isHash(subject)) return subject.size
  throw new Fault(`${kindOf(subject)} has no size`, at)
}

/** Separator, text of an empty sequence, text behind a sequence with items. */
function join(call: Call): string {
  const items = sequenceOf(call.subject, call.at)
  checkLength(call, textArg(call, 0).length, items.length)
  if (items.length === 0) return textArg(call, 1)
  return items.map((item) => textOf(item, call.at)).join(textArg(call, 0)) + textArg(call, 2)
}

function itemAt({ subject, at }: Call, place: number): TemplateValue {
  const item = sequenceOf(subject, at).at(place)
  if (item === undefined) throw new Fault('The sequence is empty', at)
  return item
}

function sort({ subject, at }: Call): TemplateValue {
  const items = sequenceOf(subject, at)
  if (items.every((item) => typeof item === 'number')) return items.toSorted((left, right) => left - right)
  const texts = items.map((item) => textOf(item, at))
  return texts.toSorted((left, right) => left.localeCompare(right, 'en'))
}

function hashOf({ subject, at }: Call) {
  if (!isHash(subject)) throw new Fault(`Expected a hash but this is ${kindOf(subject)}`, at)
  return subject
}
