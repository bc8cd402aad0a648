/** Texts that are at most so many edits away: a character more, less or other, or two neighbours changed over. */
import { sqlString } from './sql-literal.ts'

/** The engine counts bytes, so every character has to be one. */
export function fuzzyCondition(value: string, text: string, edits: 0 | 1 | 2): string {
  if (edits === 0) return `${value} = ${sqlString(text)}`
  const characters = [...text]
  const isNear = `abs(toInt64(lengthUTF8(${value})) - ${characters.length}) <= ${edits}`
  const { code, sql } = oneByteEach(value, characters)
  return `(${isNear} AND damerauLevenshteinDistance(${sql}, ${sqlString(code)}) <= ${edits})`
}

/**
 * Parts of the text of which every text that is near enough holds one: an edit spoils two of them at most. `undefined`
 * when there are none.
 */
export function fuzzyPieces(text: string, edits: 0 | 1 | 2): readonly string[] | undefined {
  const characters = [...text]
  const count = 2 * edits + 1
  if (characters.length < count) return undefined
  const pieces = Array.from({ length: count }, (_, at) => {
    const from = Math.floor((at * characters.length) / count)
    return characters.slice(from, Math.floor(((at + 1) * characters.length) / count)).join('')
  })
  return [...new Set(pieces)]
}

const OTHER = '\x01'
const FIRST_SPARE = 2

/** Each character of the text as a byte of its own, in the text and in the value; all others as one and the same. */
function oneByteEach(value: string, characters: readonly string[]): { code: string; sql: string } {
  const wide = [...new Set(characters)].filter((character) => character.length > 1 || character > '\x7f')
  // More different wide characters than spare bytes, in a text that is meant to be a word.
  const spare = wide.slice(0, 29)
  const byteOf = new Map(spare.map((character, at) => [character, String.fromCharCode(FIRST_SPARE + at)]))
  const code = characters.map((character) => byteOf.get(character) ?? (character > '\x7f' ? OTHER : character)).join('')
  const bytes = [...byteOf.values()].join('')
  const known =
    spare.length === 0 ? value : `translateUTF8(${value}, ${sqlString(spare.join(''))}, ${sqlString(bytes)})`
  return { code, sql: `replaceRegexpAll(${known}, '[^\\\\x00-\\\\x7f]', ${sqlString(OTHER)})` }
}
