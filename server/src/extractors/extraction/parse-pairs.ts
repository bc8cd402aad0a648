import { MAX_RESULT_FIELDS, tooManyFields } from './extraction.ts'

const DOUBLE_QUOTE = 0x22
const SINGLE_QUOTE = 0x27

/**
 * The pairs of `key=value`, `key="two words"` and `key = value` in a text. A key starts the text or follows white space;
 * the last one of several equal keys wins. Time is linear in the text. Throws if there are too many.
 */
export function parsePairs(text: string): Map<string, string> | undefined {
  let pairs: Map<string, string> | undefined
  /** Where the last pair ended: the next one does not begin before it. */
  let from = 0
  for (let equals = text.indexOf('='); equals >= 0; equals = text.indexOf('=', Math.max(from, equals + 1))) {
    const keyEnd = equals > from && isSpace(text.charCodeAt(equals - 1)) ? equals - 1 : equals
    let keyStart = keyEnd
    while (keyStart > from && isKeyPart(text.charCodeAt(keyStart - 1))) keyStart -= 1
    const isSeparate = keyStart === 0 || (keyStart > from && isSpace(text.charCodeAt(keyStart - 1)))
    if (keyStart === keyEnd || !isSeparate) continue
    const valueStart = isSpace(text.charCodeAt(equals + 1)) ? equals + 2 : equals + 1
    const valueEnd = endOfValue(text, valueStart)
    if (valueEnd === valueStart) continue
    pairs ??= new Map()
    if (pairs.size >= MAX_RESULT_FIELDS) throw tooManyFields()
    pairs.set(text.slice(keyStart, keyEnd), unquoted(text, valueStart, valueEnd))
    from = valueEnd
  }
  return pairs
}

function endOfValue(text: string, start: number): number {
  const quote = text.charCodeAt(start)
  if (quote === DOUBLE_QUOTE || quote === SINGLE_QUOTE) {
    const close = text.indexOf(text[start] ?? '', start + 1)
    if (close > start + 1) return close + 1
  }
  let end = start
  while (end < text.length && !isSpace(text.charCodeAt(end))) end += 1
  return end
}

/** Without the quotes at both ends, however many. */
function unquoted(text: string, start: number, end: number): string {
  let [from, to] = [start, end]
  while (from < to && isQuote(text.charCodeAt(from))) from += 1
  while (to > from && isQuote(text.charCodeAt(to - 1))) to -= 1
  return text.slice(from, to)
}

const isQuote = (code: number): boolean => code === DOUBLE_QUOTE || code === SINGLE_QUOTE
const isSpace = (code: number): boolean => code === 0x20 || (code >= 0x09 && code <= 0x0d)
const isKeyPart = (code: number): boolean =>
  (code >= 0x61 && code <= 0x7a) ||
  (code >= 0x41 && code <= 0x5a) ||
  (code >= 0x30 && code <= 0x39) ||
  code === 0x5f ||
  code === 0x2d
