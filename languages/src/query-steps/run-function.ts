/** What the functions of steps answer, one value at a time: as `query-steps-sql/function-sql.ts`, with which it is compared. */
import { compareCodePoints } from '../list-query/compare-code-points.ts'
import { isWithinRange, readAddress, readIpRange } from '../query/ip-range.ts'
import { NUMBER_TEXT } from '../query/number-text.ts'
import { ISO_TIME, MAX_TIME_MS, MIN_TIME_MS, PRIVATE_NETWORKS, TEXT_EDGES } from './step-meaning.ts'
import type { PlainFunction, StepCall, StepType, StepValue } from './step-tree.ts'

type Values = readonly StepValue[]

export function finite(number: number): number | null {
  return Number.isFinite(number) && Math.abs(number) !== Number.MAX_VALUE ? number + 0 : null
}

function inTimes(ms: number): number | null {
  const whole = Math.floor(ms)
  return whole >= MIN_TIME_MS && whole <= MAX_TIME_MS ? whole : null
}

export function textOf(value: StepValue, type: StepType): string | null {
  if (value === null) return null
  if (type === 'time') return new Date(Number(value)).toISOString()
  return String(value).replace(type === 'number' ? 'e+' : '\0', 'e')
}

export function numberOfText(text: string): number | null {
  return new RegExp(`^(?:${NUMBER_TEXT})$`).test(text) ? finite(Number(text)) : null
}

function timeOfText(text: string): number | null {
  if (!new RegExp(`^(?:${ISO_TIME})$`).test(text)) return null
  const [date = '', time = '00:00:00'] = text.split(/[T ]/)
  const hasZone = /Z$|[+-]\d\d:\d\d$/.test(time)
  return Date.parse(`${date}T${time}${hasZone ? '' : 'Z'}`)
}

export function compare(one: Exclude<StepValue, null>, other: Exclude<StepValue, null>): number {
  return typeof one === 'string' ? compareCodePoints(one, String(other)) : Number(one) - Number(other)
}

function compared([one, other]: Values, test: (difference: number) => boolean): boolean | null {
  if (one === null || one === undefined || other === null || other === undefined) return null
  return test(compare(one, other))
}

function numbers([one, other]: Values, calculate: (one: number, other: number) => number | null): number | null {
  if (one === null || one === undefined || other === null) return null
  return calculate(Number(one), Number(other))
}

function texts([one, other]: Values, write: (one: string, other: string) => StepValue): StepValue {
  if (one === null || one === undefined || other === null) return null
  return write(String(one), String(other))
}

function any(values: Values): boolean | null {
  if (values.includes(true)) return true
  return values.includes(null) ? null : false
}

const ofTime = ([ms]: Values, read: (date: Date) => number): number | null =>
  ms === null ? null : read(new Date(Number(ms)))

const isIn = (address: string, networks: readonly string[]): boolean =>
  networks.some((text) => {
    const range = readIpRange(text)
    return range !== undefined && isWithinRange(address, range)
  })

const PLAIN: Readonly<Record<PlainFunction, (args: Values, types: readonly StepType[]) => StepValue>> = {
  or: any,
  and: (args) => (args.includes(false) ? false : args.includes(null) ? null : true),
  not: ([one]) => (one === null ? null : one === false),
  equal: (args) => compared(args, (difference) => difference === 0),
  less: (args) => compared(args, (difference) => difference < 0),
  less_or_equal: (args) => compared(args, (difference) => difference <= 0),
  in: ([one = null, ...list]) => any(list.map((item) => compared([one, item], (difference) => difference === 0))),
  if: ([condition, one = null, other = null]) => (condition === true ? one : other),
  coalesce: (args) => args.find((value) => value !== null) ?? null,
  exists: ([one]) => one !== null,
  add: (args) => numbers(args, (one, other) => finite(one + other)),
  subtract: (args) => numbers(args, (one, other) => finite(one - other)),
  multiply: (args) => numbers(args, (one, other) => finite(one * other)),
  divide: (args) => numbers(args, (one, other) => (other === 0 ? null : finite(one / other))),
  modulo: (args) => numbers(args, (one, other) => (other === 0 ? null : finite(one - Math.trunc(one / other) * other))),
  negate: (args) => numbers(args, (one) => finite(0 - one)),
  shift: (args) => numbers(args, (one, other) => inTimes(one + other)),
  abs: (args) => numbers(args, Math.abs),
  floor: (args) => numbers(args, (one) => finite(Math.floor(one))),
  ceil: (args) => numbers(args, (one) => finite(Math.ceil(one))),
  sqrt: (args) => numbers(args, (one) => finite(Math.sqrt(one))),
  lower: (args) => texts(args, (text) => text.toLowerCase()),
  upper: (args) => texts(args, (text) => text.toUpperCase()),
  trim: (args) => texts(args, (text) => text.replaceAll(new RegExp(TEXT_EDGES, 'g'), '')),
  length: (args) => texts(args, (text) => [...text].length),
  contains: (args) => texts(args, (text, part) => text.includes(part)),
  starts_with: (args) => texts(args, (text, part) => text.startsWith(part)),
  ends_with: (args) => texts(args, (text, part) => text.endsWith(part)),
  concat: (args, types) => {
    const written = args.map((value, at) => textOf(value, types[at] ?? 'text'))
    return written.includes(null) ? null : written.join('')
  },
  text: ([one = null], [type = 'text']) => textOf(one, type),
  number: ([one = null], [type]) => {
    if (one === null) return null
    return type === 'text' ? numberOfText(String(one)) : Number(one)
  },
  time: ([one = null], [type]) => {
    if (one === null) return null
    return type === 'text' ? timeOfText(String(one)) : inTimes(Number(one))
  },
  year: (args) => ofTime(args, (date) => date.getUTCFullYear()),
  month: (args) => ofTime(args, (date) => date.getUTCMonth() + 1),
  day: (args) => ofTime(args, (date) => date.getUTCDate()),
  weekday: (args) => ofTime(args, (date) => date.getUTCDay() || 7),
  hour: (args) => ofTime(args, (date) => date.getUTCHours()),
  minute: (args) => ofTime(args, (date) => date.getUTCMinutes()),
  second: (args) => ofTime(args, (date) => date.getUTCSeconds()),
  is_address: (args) => texts(args, (text) => readAddress(text) !== undefined),
  is_private: (args) => texts(args, (text) => isIn(text, PRIVATE_NETWORKS)),
}

const isPlain = (call: StepCall): call is Extract<StepCall, { name: PlainFunction }> => Object.hasOwn(PLAIN, call.name)

export function runCall(call: StepCall, args: Values, types: readonly StepType[]): StepValue {
  if (isPlain(call)) return PLAIN[call.name](args, types)
  const [value = null, second = null] = args
  if (value === null) return null
  const text = String(value)
  switch (call.name) {
    case 'matches':
      return javaScriptOf(call.regex.re2).test(text)
    case 'extract':
      return javaScriptOf(call.regex.re2).exec(text)?.[1] || null
    case 'json':
      return jsonValue(text, call.path)
    case 'kv':
      return keyValue(text, call.key)
    case 'in_network':
      return isIn(text, [call.network.text])
    case 'network':
      return networkOf(text, call.bits)
    case 'bin': {
      const start = Math.floor(Number(value) / call.widthMs) * call.widthMs
      return types[0] === 'time' ? inTimes(start) : finite(start)
    }
    case 'round':
      return finite(Math.floor(Number(value) * 10 ** call.digits + 0.5) / 10 ** call.digits)
    case 'split':
      return text === '' ? null : (text.split(call.separator)[call.place - 1] ?? null)
    case 'substring': {
      const characters = [...text].slice(call.start - 1)
      return characters.slice(0, call.length ?? characters.length).join('')
    }
    case 'replace':
      return second === null ? null : text.split(call.old).join(String(second))
    default:
      return call satisfies never
  }
}

/** RE2's places and code points as JavaScript writes them. */
export const javaScriptOf = (re2: string): RegExp =>
  new RegExp(re2.replaceAll('\\A', '^').replaceAll('\\z', '$').replaceAll('\\x{', '\\u{'), 'v')

function jsonValue(text: string, path: readonly string[]): string | null {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return null
  }
  for (const key of path) {
    if (typeof value !== 'object' || value === null || Array.isArray(value) || !Object.hasOwn(value, key)) return null
    value = Reflect.get(value, key)
  }
  if (typeof value === 'number') return textOf(value + 0, 'number')
  return typeof value === 'string' || typeof value === 'boolean' ? String(value) : null
}

/** Read character by character, apart from the expression of the SQL. */
function keyValue(text: string, key: string): string | null {
  const characters = [...text]
  const isEdge = (at: number) => at === 0 || /[\s,;]/.test(characters[at - 1] ?? '')
  const wanted = [...`${key}=`]
  for (let at = 0; at < characters.length; at += 1) {
    if (isEdge(at) && wanted.every((character, ahead) => characters[at + ahead] === character)) {
      const rest = characters.slice(at + wanted.length).join('')
      const quoted = /^"((?:[^"\\]|\\.)*)"/su.exec(rest)?.[1]
      return (quoted?.replaceAll(/\\(.)/gsu, '$1') ?? /^[^\s,;"]*/u.exec(rest)?.[0] ?? '') || null
    }
    if (characters[at] !== '"') continue
    const end = characters.indexOf('"', at + 1)
    if (end === -1) return null
    at = end
  }
  return null
}

function networkOf(text: string, bits: number): string | null {
  const bytes = text.includes(':') ? undefined : readAddress(text)
  if (bytes === undefined) return null
  const kept = bytes.map((byte, at) => byte & (0xff << (8 - Math.min(8, Math.max(0, bits - at * 8)))) & 0xff)
  return `${kept.join('.')}/${bits}`
}
