/** The types of captures, such as `int` in `%{NUMBER:bytes;int}`. Numbers are read as Java reads them. */

export type GrokScalar = string | number | bigint | boolean | Date

/** A text that is not a value of the type. The message is a Java exception's, which users know from the field. */
export interface GrokFailure {
  readonly failure: string
}

export type ConvertCapture = (text: string) => GrokScalar | GrokFailure

export const GROK_TYPES = [
  'byte',
  'boolean',
  'short',
  'int',
  'integer',
  'long',
  'float',
  'double',
  'date',
  'datetime',
  'string',
  'text',
] as const

const WHOLE = /^[+-]?[0-9]+$/
/** What Java's `Double.valueOf` reads, without NaN, infinity and hexadecimal numbers. */
const DECIMAL = /^[+-]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]+)?[fFdD]?$/

/** Returns undefined if there is no such type; dates are converted by `convertDate`. */
export function findConversion(type: string): ConvertCapture | undefined {
  switch (type) {
    case 'string':
    case 'text':
      return (text) => text
    case 'boolean':
      return (text) => text.toLowerCase() === 'true'
    case 'byte':
      return (text) => toSmall(text, 7)
    case 'short':
      return (text) => toSmall(text, 15)
    case 'int':
    case 'integer':
      return (text) => toWhole(text, 31)
    case 'long':
      return (text) => toWhole(text, 63)
    case 'float':
      return (text) => toDecimal(text, nearestFloat)
    case 'double':
      return (text) => toDecimal(text, (value) => value)
    default:
      return undefined
  }
}

const failedNumber = (reason: string): GrokFailure => ({ failure: `java.lang.NumberFormatException: ${reason}` })

const isWithin = (value: bigint, bits: number) => value === BigInt.asIntN(bits + 1, value)

function toSmall(text: string, bits: number): GrokScalar | GrokFailure {
  const value = toWhole(text, 31)
  if (typeof value !== 'number') return value
  return isWithin(BigInt(value), bits) ? value : failedNumber(`Value out of range. Value:"${text}" Radix:10`)
}

/** A bigint beyond the whole numbers that a `number` holds. */
function toWhole(text: string, bits: number): GrokScalar | GrokFailure {
  const failed = failedNumber(text === '' ? 'For input string: ""' : `For input string: "${text}"`)
  // No 64-bit number has more digits, apart from zeros.
  if (!WHOLE.test(text) || text.length > 400) return failed
  const value = Number(text)
  if (Number.isSafeInteger(value)) return isWithin(BigInt(value), bits) ? value : failed
  const exact = BigInt(text.replace(/^\+/, ''))
  return isWithin(exact, bits) ? exact : failed
}

function toDecimal(text: string, narrow: (value: number) => number): GrokScalar | GrokFailure {
  const bare = text.trim()
  if (bare === '') return failedNumber('empty String')
  const value = DECIMAL.test(bare) ? narrow(Number.parseFloat(bare)) : Number.NaN
  return Number.isFinite(value) ? value : failedNumber(`For input string: "${text}"`)
}

/** The number with the fewest digits that is the same as a 32-bit float: 0.1 stays 0.1. */
function nearestFloat(value: number): number {
  const float = Math.fround(value)
  for (let digits = 1; digits < 9; digits++) {
    const candidate = Number(float.toPrecision(digits))
    if (Math.fround(candidate) === float) return candidate
  }
  return float
}
