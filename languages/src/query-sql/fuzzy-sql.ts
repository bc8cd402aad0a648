/** Fuzzy matching. An edit inserts, deletes or replaces a character, or swaps two adjacent ones. */
import { type Sql, sql } from '../sql/sql.ts'
import { quotedPattern } from './pattern-sql.ts'

/** The engine counts edits in bytes, so every character is mapped to one byte. */
export function fuzzyCondition(value: Sql, text: string, edits: 0 | 1 | 2): Sql {
  if (edits === 0) return sql`${value} = ${text}`
  const characters = [...text]
  const isNear = sql`abs(toInt64(lengthUTF8(${value})) - ${characters.length}) <= ${edits}`
  const { code, coded } = oneByteEach(value, characters)
  return sql`(${isNear} AND damerauLevenshteinDistance(${coded}, ${code}) <= ${edits})`
}

/** The same for ASCII values, such as the words of plain texts. */
export function plainFuzzyCondition(value: Sql, text: string, edits: 0 | 1 | 2): Sql {
  if (!/^[\0-\x7f]*$/.test(text)) return fuzzyCondition(value, text, edits)
  if (edits === 0) return sql`${value} = ${text}`
  const isNear = sql`length(${value}) >= ${text.length - edits} AND length(${value}) <= ${text.length + edits}`
  return sql`(${isNear} AND damerauLevenshteinDistance(${value}, ${text}) <= ${edits})`
}

/**
 * RE2 that every text within the edits contains a match of; `undefined` if it would match nearly everything, or the text
 * is longer than words are. For one edit all variants are listed, so the pattern is as long as the square of the text. With
 * two edits at least one of five parts is unchanged, because each edit affects at most two.
 */
export function fuzzyPattern(text: string, edits: 0 | 1 | 2): string | undefined {
  const characters = [...text]
  if (edits === 0 || characters.length < 2 || characters.length > MAX_PATTERN_CHARACTERS) return undefined
  if (edits === 1) return oneEditAway(characters.map(quotedPattern))
  const size = Math.floor(characters.length / TWO_EDITS_PARTS)
  if (size < 2) return undefined
  const parts = Array.from({ length: TWO_EDITS_PARTS }, (_, at) => {
    const to = at === TWO_EDITS_PARTS - 1 ? characters.length : (at + 1) * size
    return characters
      .slice(at * size, to)
      .map(quotedPattern)
      .join('')
  })
  return [...new Set(parts)].join('|')
}

const TWO_EDITS_PARTS = 5
const MAX_PATTERN_CHARACTERS = 100
const ANY = '(?s:.)'

/** A character inserted at either end needs no variant: the text itself is contained. */
function oneEditAway(characters: readonly string[]): string {
  const found = new Set([characters.join('')])
  for (const at of characters.keys()) {
    const before = characters.slice(0, at).join('')
    const after = characters.slice(at + 1).join('')
    const here = characters[at] ?? ''
    found.add(before + after)
    found.add(before + ANY + after)
    found.add(before + here + ANY + after)
    found.add(before + (characters[at + 1] ?? '') + here + characters.slice(at + 2).join(''))
  }
  return [...found].join('|')
}

const OTHER = '\x01'
const FIRST_SPARE = 2

/** Maps each character of the text to its own byte, in the text and in the value, and all other characters to one byte. */
function oneByteEach(value: Sql, characters: readonly string[]): { code: string; coded: Sql } {
  const wide = [...new Set(characters)].filter((character) => character.length > 1 || character > '\x7f')
  // There are 29 spare bytes; words hardly ever have more different non-ASCII characters.
  const spare = wide.slice(0, 29)
  const byteOf = new Map(spare.map((character, at) => [character, String.fromCharCode(FIRST_SPARE + at)]))
  const code = characters.map((character) => byteOf.get(character) ?? (character > '\x7f' ? OTHER : character)).join('')
  const bytes = [...byteOf.values()].join('')
  const known = spare.length === 0 ? value : sql`translateUTF8(${value}, ${spare.join('')}, ${bytes})`
  return { code, coded: sql`replaceRegexpAll(${known}, '[^\\\\x00-\\\\x7f]', ${OTHER})` }
}
