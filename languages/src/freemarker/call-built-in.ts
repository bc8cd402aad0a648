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
import { sizeOf } from './value-operations.ts'

export interface BuiltInCall {
  readonly subject: TemplateValue
  /** Undefined without parentheses. */
  readonly args: readonly TemplateValue[] | undefined
  readonly at: number
  /** Counts work beyond one look at the subject and the arguments, in characters. Throws if it is too much. */
  readonly charge: (characters: number) => void
  /** The regular expressions of the rendering, so that a loop compiles one only once. */
  readonly compiled: Map<string, RE2JS>
}

export function callBuiltIn(name: string, { args, ...call }: BuiltInCall): TemplateValue {
  const { at } = call
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
  return builtIn.call({ ...call, args: args ?? [] })
}

const FORBIDDEN = new Set(['new', 'api', 'eval', 'eval_json', 'interpret', 'absolute_template_name'])

interface Call extends BuiltInCall {
  readonly args: readonly TemplateValue[]
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

/** In the worst case the engine compares the whole part at each place of the text. */
function searched(call: Call): readonly [text: string, part: string] {
  const [text, part] = [subjectText(call), textArg(call, 0)]
  call.charge((text.length * part.length) / 256)
  return [text, part]
}

const searching = (find: (text: string, part: string) => TemplateValue): BuiltIn => ({
  args: [1, 1],
  call: (call) => find(...searched(call)),
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
  contains: searching((text, part) => text.includes(part)),
  starts_with: withText((text, part) => text.startsWith(part)),
  ends_with: withText((text, part) => text.endsWith(part)),
  remove_beginning: withText((text, part) => (text.startsWith(part) ? text.slice(part.length) : text)),
  remove_ending: withText((text, part) => (text.endsWith(part) ? text.slice(0, text.length - part.length) : text)),
  keep_before: searching((text, part) => (text.includes(part) ? text.slice(0, text.indexOf(part)) : text)),
  keep_after: searching((text, part) => (text.includes(part) ? text.slice(text.indexOf(part) + part.length) : '')),
  index_of: { args: [1, 2], call: indexOf },
  last_index_of: { args: [1, 2], call: lastIndexOf },
  substring: { args: [1, 2], call: substring },
  replace: { args: [2, 3], call: replace },
  split: { args: [1, 2], call: split },
  matches: {
    args: [1, 2],
    call: (call) => {
      const text = subjectText(call)
      return compile(call, { expression: textArg(call, 0), flags: textArg(call, 1), text }).matches(text)
    },
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
    call: ({ subject, args, at, charge }) => {
      const items = sequenceOf(subject, at)
      charge(sizeOfAll(items))
      return items.some((item) => item === args[0])
    },
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

function indexOf(call: Call): number {
  const [text, part] = searched(call)
  return text.indexOf(part, numberArg(call, 1))
}

function lastIndexOf(call: Call): number {
  const [text, part] = searched(call)
  return text.lastIndexOf(part, numberArg(call, 1, Number.MAX_SAFE_INTEGER))
}

const MAX_INSERTED = 10_000_000

/** Checked before the text is made, which could fill the memory. */
function checkLength({ at }: Call, length: number, count: number): void {
  if (length * count > MAX_INSERTED) throw new Fault('The text would be too long', at)
}

/** Flags: `r` regular expression, `i` any case, `f` the first one only, `m` and `s` as in regular expressions. */
function replace(call: Call): string {
  const [text, wanted] = searched(call)
  const [replacement, flags] = [textArg(call, 1), textArg(call, 2)]
  checkLength(call, replacement.length, text.length + 1)
  if (!/[ri]/.test(flags)) {
    return flags.includes('f') ? text.replace(wanted, () => replacement) : text.split(wanted).join(replacement)
  }
  const expression = flags.includes('r') ? wanted : RE2JS.quote(wanted)
  const matcher = compile(call, { expression, flags, text }).matcher(text)
  const inserted = flags.includes('r') ? replacement : replacement.replaceAll(/[\\$]/g, '\\$&')
  try {
    return flags.includes('f') ? matcher.replaceFirst(inserted, true) : matcher.replaceAll(inserted, true)
  } catch (error) {
    throw new Fault(`The replacement is invalid: ${error instanceof Error ? error.message : ''}`, call.at)
  }
}

function split(call: Call): readonly string[] {
  const [text, separator] = searched(call)
  const flags = textArg(call, 1)
  if (!/[ri]/.test(flags)) return text.split(separator)
  const expression = flags.includes('r') ? separator : RE2JS.quote(separator)
  return compile(call, { expression, flags, text }).split(text, -1)
}

/** Matching takes the length of the text times the size of the expression, in which `a{1000}` is large. */
function compile(
  call: Call,
  { expression, flags, text }: { readonly expression: string; readonly flags: string; readonly text: string },
): RE2JS {
  const key = `${flags} ${expression}`
  const compiled = call.compiled.get(key) ?? compileNew(call, expression, flags)
  call.compiled.set(key, compiled)
  call.charge((text.length * compiled.programSize()) / 16)
  return compiled
}

/** Cost of compiling, in inspected characters for each character: classes of Unicode are large. */
const COMPILING = 1024

function compileNew({ at, charge }: Call, expression: string, flags: string): RE2JS {
  charge(expression.length * COMPILING)
  const bits = [
    flags.includes('i') ? RE2JS.CASE_INSENSITIVE : 0,
    flags.includes('m') ? RE2JS.MULTILINE : 0,
    flags.includes('s') ? RE2JS.DOTALL : 0,
  ]
  let compiled: RE2JS
  try {
    compiled = RE2JS.compile(
      expression,
      bits.reduce((sum, bit) => sum | bit, 0),
    )
  } catch (error) {
    throw new Fault(`The regular expression is invalid: ${error instanceof Error ? error.message : ''}`, at)
  }
  charge(compiled.programSize() * 16)
  return compiled
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
  call.charge(sizeOfAll(items))
  return items.map((item) => textOf(item, call.at)).join(textArg(call, 0)) + textArg(call, 2)
}

function itemAt({ subject, at }: Call, place: number): TemplateValue {
  const item = sequenceOf(subject, at).at(place)
  if (item === undefined) throw new Fault('The sequence is empty', at)
  return item
}

function sort({ subject, at, charge }: Call): TemplateValue {
  const items = sequenceOf(subject, at)
  charge((16 * items.length + sizeOfAll(items)) * Math.log2(items.length + 1))
  if (items.every((item) => typeof item === 'number')) return items.toSorted((left, right) => left - right)
  const texts = items.map((item) => textOf(item, at))
  return texts.toSorted((left, right) => left.localeCompare(right, 'en'))
}

const sizeOfAll = (items: readonly TemplateValue[]): number =>
  items.reduce<number>((sum, item) => sum + sizeOf(item), 0)

function hashOf({ subject, at }: Call) {
  if (!isHash(subject)) throw new Fault(`Expected a hash but this is ${kindOf(subject)}`, at)
  return subject
}
