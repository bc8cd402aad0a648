import type { WildcardPart } from './query-tree.ts'

/** What a word or the inside of a quote says once a backslash has made the character behind it an ordinary one. */
export function withoutEscapes(raw: string): string {
  return raw.includes('\\') ? raw.replaceAll(/\\(.)/gsu, '$1') : raw
}

/** A word with wildcards in pieces; those behind a backslash are ordinary characters. */
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
