/**
 * Bounds what parsing a response of a provider costs: a short text can nest so deep, or have so many values, that the
 * event loop stands still. ID tokens are texts within such a response, with JSON of their own.
 */
const MAX_DEPTH = 32
/** The maximum number of values in the whole response. */
const MAX_VALUES = 20_000
/** The maximum length of one text. The longest ones are ID tokens, and user-info responses that are tokens. */
const MAX_TEXT_BYTES = 131_072

const QUOTE = 0x22
const BACKSLASH = 0x5c
const OPENING: ReadonlySet<number> = new Set(Buffer.from('[{'))
const CLOSING: ReadonlySet<number> = new Set(Buffer.from(']}'))
const SEPARATING: ReadonlySet<number> = new Set(Buffer.from(',:'))

/** A clause; undefined if the response may be parsed. Looks at the bytes only, whether they are JSON or not. */
export function problemOfJson(bytes: Uint8Array): string | undefined {
  let depth = 0
  let values = 0
  let textStart = 0
  let isInQuotes = false
  for (let at = 0; at < bytes.length; at += 1) {
    const code = bytes[at] ?? 0
    if (at - textStart > MAX_TEXT_BYTES) return `a text of more than ${MAX_TEXT_BYTES} bytes`
    if (code === BACKSLASH) {
      at += 1
      continue
    }
    if (code === QUOTE) {
      isInQuotes = !isInQuotes
      textStart = at
      continue
    }
    if (isInQuotes) continue
    if (OPENING.has(code)) depth += 1
    else if (CLOSING.has(code)) depth -= 1
    else if (!SEPARATING.has(code)) continue
    textStart = at
    values += 1
    if (depth > MAX_DEPTH) return `more than ${MAX_DEPTH} nested values`
    if (values > MAX_VALUES) return `more than ${MAX_VALUES} values`
  }
  return undefined
}
