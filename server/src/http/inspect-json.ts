import { unlessThrown } from '@logyard/languages/errors/unless-thrown'

/** Deeper nesting than any document of ours; code that walks documents may recurse this far. */
export const MAX_DEPTH = 100

/** Values and lists of a body. Larger ones would hold up other requests while they are parsed and checked. */
export const MAX_VALUES = 300_000
/** Keys of one object. */
export const MAX_KEYS = 10_000

export type JsonDanger =
  | { readonly kind: 'too-deep' }
  | { readonly kind: 'too-many-values' }
  | { readonly kind: 'too-many-keys' }
  | { readonly kind: 'repeated-key'; readonly key: string }
  | { readonly kind: 'forbidden-key'; readonly key: string }

const QUOTE = 0x22
const BACKSLASH = 0x5c

/**
 * Finds what `JSON.parse` accepts and we do not: extreme nesting or size, a key given twice, `__proto__`.
 * Does not check the syntax; the parser does.
 */
export function inspectJson(text: string): JsonDanger | undefined {
  // One set of keys per open object, undefined per open array.
  const open: (Set<string> | undefined)[] = []
  let string = ''
  let values = 0
  for (let at = 0; at < text.length; at++) {
    switch (text.charCodeAt(at)) {
      case QUOTE: {
        const end = endOfString(text, at + 1)
        string = text.slice(at, end + 1)
        at = end
        break
      }
      case 0x3a /* : */:
        {
          const keys = open.at(-1)
          const key = unquote(string)
          if (keys === undefined || key === undefined) break
          if (key === '__proto__') return { kind: 'forbidden-key', key }
          if (keys.has(key)) return { kind: 'repeated-key', key }
          if (keys.size === MAX_KEYS) return { kind: 'too-many-keys' }
          keys.add(key)
          break
        }
      case 0x2c /* , */:
        if (++values > MAX_VALUES) return { kind: 'too-many-values' }
        break
      case 0x7b /* { */:
      case 0x5b /* [ */:
        if (++values > MAX_VALUES) return { kind: 'too-many-values' }
        if (open.length === MAX_DEPTH) return { kind: 'too-deep' }
        open.push(text.charCodeAt(at) === 0x7b ? new Set() : undefined)
        break
      case 0x7d /* } */:
      case 0x5d /* ] */:
        open.pop()
        break
    }
  }
  return undefined
}

/** Where the string that starts at `from` has its closing quote; the end of the text when it has none. */
function endOfString(text: string, from: number): number {
  let quote = text.indexOf('"', from)
  while (quote !== -1 && isEscaped(text, quote, from)) quote = text.indexOf('"', quote + 1)
  return quote === -1 ? text.length : quote
}

/** Whether an odd number of backslashes is directly before the position. */
function isEscaped(text: string, at: number, from: number): boolean {
  let start = at
  while (start > from && text.charCodeAt(start - 1) === BACKSLASH) start--
  return (at - start) % 2 === 1
}

const unquote = (string: string): string | undefined =>
  string.includes('\\') ? unlessThrown(SyntaxError, () => String(JSON.parse(string))) : string.slice(1, -1)
