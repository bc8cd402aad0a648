import type { WildcardPart } from './query-tree.ts'

/** Unescapes a word or the content of a quoted text: a backslash makes the next character ordinary. */
export function withoutEscapes(raw: string): string {
  return raw.includes('\\') ? raw.replaceAll(/\\(.)/gsu, '$1') : raw
}

/** Splits a word into literals and wildcards; an escaped wildcard is an ordinary character. */
export function readWildcards(raw: string): readonly WildcardPart[] {
  const parts: WildcardPart[] = []
  let literal = ''
  const add = (part: WildcardPart) => {
    if (literal !== '') parts.push({ kind: 'literal', text: literal })
    literal = ''
    if (part.kind !== 'any' || parts.at(-1)?.kind !== 'any') parts.push(part)
  }
  for (let at = 0; at < raw.length; at++) {
    const char = raw[at]
    if (char === '*') add({ kind: 'any' })
    else if (char === '?') add({ kind: 'one' })
    else literal += raw[char === '\\' ? ++at : at] ?? ''
  }
  if (literal !== '') parts.push({ kind: 'literal', text: literal })
  return parts
}
