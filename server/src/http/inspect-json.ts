/** Deeper nesting than any document of ours; code that walks documents may recurse this far. */
export const MAX_DEPTH = 100

export type JsonDanger =
  | { readonly kind: 'too-deep' }
  | { readonly kind: 'repeated-key'; readonly key: string }
  | { readonly kind: 'forbidden-key'; readonly key: string }

const QUOTE = 0x22
const BACKSLASH = 0x5c

/**
 * Finds what `JSON.parse` accepts and we do not: extreme nesting, a key given twice, `__proto__`.
 * Does not check the syntax; the parser does.
 */
export function inspectJson(text: string): JsonDanger | undefined {
  // One set of keys per open object, undefined per open array.
  const open: (Set<string> | undefined)[] = []
  let string = ''
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
          keys.add(key)
          break
        }
      case 0x7b /* { */:
      case 0x5b /* [ */:
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
  for (let at = from; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === BACKSLASH) at++
    else if (code === QUOTE) return at
  }
  return text.length
}

function unquote(string: string): string | undefined {
  if (!string.includes('\\')) return string.slice(1, -1)
  try {
    return String(JSON.parse(string))
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}
