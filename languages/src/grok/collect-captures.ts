import type { ConvertCapture, GrokScalar } from './grok-types.ts'

/** Several different values of one field are a list. */
export type GrokValue = GrokScalar | readonly GrokScalar[]

export interface ReadCapture {
  /** Index of the group in a match. */
  readonly index: number
  readonly field: string
  /** Undefined if the text is the value. */
  readonly convert: ConvertCapture | undefined
}

const DOUBLE_QUOTE = 34
const SINGLE_QUOTE = 39

export function collectCaptures(match: RegExpExecArray, readers: readonly ReadCapture[]): Map<string, GrokValue> {
  const values = new Map<string, GrokValue>()
  for (const { index, field, convert } of readers) {
    const text: string | undefined = match[index]
    if (text === undefined) continue
    if (convert === undefined) add(values, field, unquoted(text))
    else addConverted(values, field, text, convert)
  }
  return values
}

function addConverted(values: Map<string, GrokValue>, field: string, text: string, convert: ConvertCapture): void {
  const value = convert(text)
  if (typeof value === 'object' && 'failure' in value) {
    values.set(`${field}_grokfailure`, value.failure)
    add(values, field, unquoted(text))
  } else add(values, field, typeof value === 'string' ? unquoted(value) : value)
}

function add(values: Map<string, GrokValue>, field: string, value: GrokScalar): void {
  const earlier = values.get(field)
  if (earlier === undefined) values.set(field, value)
  else if (!isList(earlier)) {
    if (!isSame(earlier, value)) values.set(field, [earlier, value])
  } else if (!earlier.some((other) => isSame(other, value))) values.set(field, [...earlier, value])
}

const isList = (value: GrokValue): value is readonly GrokScalar[] => Array.isArray(value)

const isSame = (a: GrokScalar, b: GrokScalar) =>
  a === b || (a instanceof Date && b instanceof Date && a.getTime() === b.getTime())

/** Without the pair of quotes around the text. */
export function unquoted(text: string): string {
  const last = text.length - 1
  const quote = text.charCodeAt(last)
  if (quote !== DOUBLE_QUOTE && quote !== SINGLE_QUOTE) return text
  return last > 0 && text.charCodeAt(0) === quote ? text.slice(1, last) : text
}
