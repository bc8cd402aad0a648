/** `[a-z&&[^aeiou]]`: unions, negations, intersections, nested to any depth that the parser allows. */
import type { CharacterSet } from './java-regex-tree.ts'
import { parseCharacterEscape, parseClassEscape } from './parse-escape.ts'
import { accept, isAhead, peek, problem, type RegexSource, skipIgnored, takeCodePoint } from './regex-source.ts'

const MAX_DEPTH = 250

/** Behind the opening bracket. */
export function parseCharacterClass(source: RegexSource): CharacterSet {
  source.depth += 1
  if (source.depth > MAX_DEPTH) throw problem(source, 'Groups are nested too deeply')
  const isNegated = !source.isQuoted && accept(source, '^')
  const operands: CharacterSet[] = []
  let members: CharacterSet[] = []
  const closeOperand = () => {
    if (members.length > 0) operands.push({ kind: 'union', members, isNegated: false })
    members = []
  }
  for (;;) {
    skipIgnored(source)
    if (source.at >= source.text.length) {
      throw problem(source, 'Unclosed character class', source.text.length - 1)
    }
    if (!source.isQuoted) {
      // The first ] of a class is a character.
      if (isAhead(source, ']') && (members.length > 0 || operands.length > 0)) break
      if (accept(source, '&&')) {
        closeOperand()
        continue
      }
    }
    members.push(parseMember(source))
  }
  source.at += 1
  closeOperand()
  source.depth -= 1
  const [only] = operands
  if (operands.length === 1 && only?.kind === 'union') return { ...only, isNegated }
  return { kind: 'intersection', operands, isNegated }
}

function parseMember(source: RegexSource): CharacterSet {
  if (!source.isQuoted) {
    if (accept(source, '[')) return parseCharacterClass(source)
    if (isAhead(source, '\\') && !isAhead(source, '\\Q')) {
      source.at += 1
      const set = parseClassEscape(source)
      if (set !== undefined) return set
      return parseRange(source, parseCharacterEscape(source))
    }
  }
  return parseRange(source, takeCodePoint(source))
}

function parseRange(source: RegexSource, from: number): CharacterSet {
  skipIgnored(source)
  const after = peek(source, 1)
  if (source.isQuoted || peek(source) !== '-' || after === '' || after === ']' || after === '[') {
    return { kind: 'range', from, to: from }
  }
  const start = source.at
  source.at += 1
  skipIgnored(source)
  const isEscape = !source.isQuoted && accept(source, '\\')
  if (isEscape && parseClassEscape(source) !== undefined) {
    // As in [a-\d], where the hyphen is a character.
    source.at = start
    return { kind: 'range', from, to: from }
  }
  const to = isEscape ? parseCharacterEscape(source) : takeCodePoint(source)
  if (to < from) throw problem(source, 'Illegal character range')
  return { kind: 'range', from, to }
}
