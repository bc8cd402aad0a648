/** Character classes and properties by Java's names, as the inner part of a JavaScript class. */
import { unlessThrown } from '../errors/unless-thrown.ts'

export const WHITE_SPACE = ' \\t\\n\\x0B\\f\\r'
export const HORIZONTAL_SPACE = ' \\t\\xA0\\u1680\\u180e\\u2000-\\u200a\\u202f\\u205f\\u3000'
export const VERTICAL_SPACE = '\\n\\x0B\\f\\r\\x85\\u2028\\u2029'
export const LINE_ENDS = '\\n\\r\\x85\\u2028\\u2029'

const NAMED: ReadonlyMap<string, string> = new Map([
  ['Lower', 'a-z'],
  ['Upper', 'A-Z'],
  ['ASCII', '\\x00-\\x7F'],
  ['Alpha', 'a-zA-Z'],
  ['Digit', '0-9'],
  ['Alnum', 'a-zA-Z0-9'],
  ['Punct', '\\x21-\\x2F\\x3A-\\x40\\x5B-\\x60\\x7B-\\x7E'],
  ['Graph', '\\x21-\\x7E'],
  ['Print', '\\x20-\\x7E'],
  ['Blank', ' \\t'],
  ['Cntrl', '\\x00-\\x1F\\x7F'],
  ['XDigit', '0-9a-fA-F'],
  ['Space', WHITE_SPACE],
  ['L1', '\\x00-\\xFF'],
  ['LD', '\\p{L}\\p{Nd}'],
  ['all', '\\p{Any}'],
  ['javaLowerCase', '\\p{Lowercase}'],
  ['javaUpperCase', '\\p{Uppercase}'],
  ['javaTitleCase', '\\p{Lt}'],
  ['javaAlphabetic', '\\p{Alphabetic}'],
  ['javaIdeographic', '\\p{Ideographic}'],
  ['javaDigit', '\\p{Nd}'],
  ['javaDefined', '\\p{Assigned}'],
  ['javaLetter', '\\p{L}'],
  ['javaLetterOrDigit', '\\p{L}\\p{Nd}'],
  ['javaJavaIdentifierStart', '\\p{L}\\p{Nl}\\p{Sc}\\p{Pc}'],
  [
    'javaJavaIdentifierPart',
    '\\p{L}\\p{Nl}\\p{Sc}\\p{Pc}\\p{Nd}\\p{Mc}\\p{Mn}\\x00-\\x08\\x0E-\\x1B\\x7F-\\x9F\\p{Cf}',
  ],
  ['javaSpaceChar', '\\p{Z}'],
  ['javaWhitespace', '\\t-\\r\\x1C-\\x20\\u1680\\u2000-\\u2006\\u2008-\\u200a\\u2028\\u2029\\u205f\\u3000'],
  ['javaISOControl', '\\x00-\\x1F\\x7F-\\x9F'],
  ['javaMirrored', '\\p{Bidi_Mirrored}'],
])

/** Properties of `\p{Is…}`, where Java and JavaScript use different words. */
const BINARY: ReadonlyMap<string, string> = new Map([
  ['letter', 'L'],
  ['titlecase', 'Lt'],
  ['punctuation', 'P'],
  ['control', 'Cc'],
  ['digit', 'Nd'],
  ['alnum', 'Alphabetic}\\p{Nd'],
  ['hexdigit', 'Hex_Digit'],
  ['whitespace', 'White_Space'],
])

/** The blocks that patterns for logs use; JavaScript has no property for blocks. */
const BLOCKS: ReadonlyMap<string, string> = new Map([
  ['basiclatin', '\\x00-\\x7F'],
  ['latin1supplement', '\\x80-\\xFF'],
  ['latinextendeda', '\\u0100-\\u017F'],
  ['latinextendedb', '\\u0180-\\u024F'],
  ['latinextendedadditional', '\\u1E00-\\u1EFF'],
  ['greek', '\\u0370-\\u03FF'],
  ['greekandcoptic', '\\u0370-\\u03FF'],
  ['cyrillic', '\\u0400-\\u04FF'],
  ['hebrew', '\\u0590-\\u05FF'],
  ['arabic', '\\u0600-\\u06FF'],
  ['thai', '\\u0E00-\\u0E7F'],
  ['generalpunctuation', '\\u2000-\\u206F'],
  ['hiragana', '\\u3040-\\u309F'],
  ['katakana', '\\u30A0-\\u30FF'],
  ['cjkunifiedideographs', '\\u4E00-\\u9FFF'],
  ['hangulsyllables', '\\uAC00-\\uD7AF'],
])

/** The name is the text in `\p{…}`. Returns undefined if it is unknown. */
export function findProperty(name: string): string | undefined {
  const named = NAMED.get(name)
  if (named !== undefined) return named
  const assigned = /^(\w+)=(\w+)$/.exec(name)
  if (assigned !== null) return findAssigned(assigned[1]?.toLowerCase() ?? '', assigned[2] ?? '')
  if (/^In./.test(name)) return findBlock(name.slice(2))
  if (!/^Is./.test(name)) return known(name)
  const rest = name.slice(2)
  const word = BINARY.get(rest.replaceAll('_', '').toLowerCase())
  if (word !== undefined) return `\\p{${word}}`
  return known(rest) ?? known(capitalized(rest)) ?? known(`Script=${capitalized(rest)}`)
}

function findAssigned(property: string, value: string): string | undefined {
  if (property === 'script' || property === 'sc') return known(`Script=${capitalized(value)}`)
  if (property === 'general_category' || property === 'gc') return known(value)
  return property === 'block' || property === 'blk' ? findBlock(value) : undefined
}

const findBlock = (name: string) => BLOCKS.get(name.replaceAll(/[ _-]/g, '').toLowerCase())

/** `old_italic` is `Old_Italic`: Java does not distinguish the case, JavaScript does. */
const capitalized = (name: string) =>
  name
    .toLowerCase()
    .split('_')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('_')

const known = (property: string): string | undefined =>
  unlessThrown(SyntaxError, () => new RegExp(`\\p{${property}}`, 'u').source)
