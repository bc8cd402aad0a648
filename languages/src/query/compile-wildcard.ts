import type { WildcardPart } from './query-tree.ts'

type OneOrLiteral = Exclude<WildcardPart, { kind: 'any' }>
type Section = readonly OneOrLiteral[]

/** The end of the section if it matches at `from`, else -1. */
function endOf(section: Section, text: string, from: number): number {
  let at = from
  for (const part of section) {
    if (part.kind === 'literal') {
      if (!text.startsWith(part.text, at)) return -1
      at += part.text.length
    } else {
      const codePoint = text.codePointAt(at)
      if (codePoint === undefined) return -1
      at += codePoint > 0xffff ? 2 : 1
    }
  }
  return at
}

/** The end of the first match of the section at or after `from`, else -1. */
function endOfFirst(section: Section, text: string, from: number): number {
  const [first] = section
  for (let start = from; start <= text.length; start++) {
    if (first?.kind === 'literal') {
      start = text.indexOf(first.text, start)
      if (start === -1) return -1
    }
    // Never within a surrogate pair.
    if (isSecondHalf(text.charCodeAt(start)) && start > 0) continue
    const end = endOf(section, text, start)
    if (end !== -1) return end
  }
  return -1
}

const isSecondHalf = (unit: number) => unit >= 0xdc00 && unit <= 0xdfff

/** Matches whole texts. The time is bounded by the length of the pattern times that of the text. */
export function compileWildcard(parts: readonly WildcardPart[]): (text: string) => boolean {
  const sections: OneOrLiteral[][] = [[]]
  for (const part of parts) {
    if (part.kind === 'any') sections.push([])
    else sections.at(-1)?.push(part)
  }
  const [first = []] = sections
  const inner = sections.slice(1, -1)
  const last = sections.length > 1 ? sections.at(-1) : undefined
  const lastLength = last?.reduce((length, part) => length + (part.kind === 'one' ? 1 : part.text.length), 0) ?? 0
  return (text) => {
    let at = endOf(first, text, 0)
    if (at === -1) return false
    if (last === undefined) return at === text.length
    // The first match leaves the most text for the following sections.
    for (const section of inner) {
      at = endOfFirst(section, text, at)
      if (at === -1) return false
    }
    return endsWithSection(last, lastLength, text, at)
  }
}

/** `minLength` is the length of the section if each `?` matches a single UTF-16 unit. */
function endsWithSection(section: Section, minLength: number, text: string, from: number): boolean {
  if (section.length === 0) return true
  const ones = section.filter(({ kind }) => kind === 'one').length
  for (let start = text.length - minLength; start >= Math.max(from, text.length - minLength - ones); start--) {
    if (isSecondHalf(text.charCodeAt(start)) && start > 0) continue
    if (endOf(section, text, start) === text.length) return true
  }
  return false
}
