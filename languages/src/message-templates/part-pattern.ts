/**
 * Patterns in the syntax of RE2 that take one part out of messages of known templates, as the template divides them. They
 * match from the start of the text to the part, so that a long text after it costs nothing. A template is escaped.
 */
import { MAX_TEMPLATE_LENGTH } from './template.ts'
import type { TemplateToken } from './template-tokens.ts'

const WORD_CHARACTER = String.raw`[0-9A-Za-z\x{80}-\x{10FFFF}]`
const WORD = `${WORD_CHARACTER}+(?:(?:::|[-.:_@+])${WORD_CHARACTER}+)*`
const SPACE = String.raw`[\x00-\x20]+`
/** A `*` stands for a word with a digit, or for itself. */
const MASK = String.raw`(?:${WORD}|\*)`
const NOT_SPACE = String.raw`[^\x00-\x20]+`
/** Characters of words, those that join words, and a further mask. */
const MAY_BE_WITHIN_WORD = /[0-9A-Za-z\x80-\u{10FFFF}\-.:_@+*]/u
const QUOTED: Readonly<Record<string, string>> = { '"': `[^"]+`, "'": `(?:[^']|'${WORD_CHARACTER})+` }
/** A word of tokens that differ between templates. */
const ANY_WORD = String.raw`[^\x00-\x20()\[\]{}<>"',;=|]+`
const IS_WORD_CHARACTER = /[0-9A-Za-z\x80-\u{10FFFF}*]/u
const ENDS_WORD = /[ ()[\]{}<>"',;=|]/

export interface TokenizedTemplate {
  /** Decimal digits. */
  readonly hash: string
  readonly text: string
  readonly tokens: readonly TemplateToken[]
}

export interface PartPattern {
  readonly hashes: readonly string[]
  /** Has one group: the part. */
  readonly pattern: string
}

/** The patterns of the token at this place in templates that have equally many tokens. */
export function partPatterns(templates: readonly TokenizedTemplate[], part: number): readonly PartPattern[] {
  const read = templates.map((template) => ({ ...template, pieces: piecesOf(template.text) }))
  const isWord = ({ tokens, pieces }: (typeof read)[number], at: number) => {
    const token = tokens[at]
    if (token === undefined || token.raw === '' || ENDS_WORD.test(token.raw)) return false
    return piecesIn(pieces, token).every((piece) => !Object.values(QUOTED).includes(piece))
  }
  const differs = (at: number) => new Set(read.map(({ tokens }) => tokens[at]?.raw)).size > 1
  const isAnyWord = Array.from({ length: part + 1 }, (_, at) => differs(at) && read.every((one) => isWord(one, at)))
  const hashes = new Map<string, string[]>()
  for (const one of read) {
    const pattern = patternOf(one, part, isAnyWord)
    hashes.getOrInsertComputed(pattern, () => []).push(one.hash)
  }
  return [...hashes].map(([pattern, alike]) => ({ hashes: alike, pattern }))
}

function patternOf(
  { tokens, pieces }: { readonly tokens: readonly TemplateToken[]; readonly pieces: readonly string[] },
  part: number,
  isAnyWord: readonly boolean[],
): string {
  let pattern = '^'
  let end = 0
  for (const [at, token] of tokens.slice(0, part + 1).entries()) {
    const own = isAnyWord[at] === true ? ANY_WORD : piecesIn(pieces, token).join('')
    pattern += pieces.slice(end, token.at).join('') + (at === part ? `(${own})` : own)
    end = token.at + token.raw.length
  }
  // The pattern includes the token after a word of any kind: otherwise a full stop would belong to the word.
  const next = isAnyWord[part] === true ? tokens[part + 1] : undefined
  return next === undefined ? pattern : pattern + piecesIn(pieces, next).join('')
}

const piecesIn = (pieces: readonly string[], { at, raw }: TemplateToken): readonly string[] =>
  pieces.slice(at, at + raw.length)

/** For each character of the template the pattern of what it stands for. */
function piecesOf(template: string): readonly string[] {
  const pieces: string[] = []
  while (pieces.length < template.length) {
    const at = pieces.length
    const character = template[at] ?? ''
    const quoted = QUOTED[character]
    if (quoted !== undefined && template[at + 1] === '*' && template[at + 2] === character && opens(template, at)) {
      pieces.push(character, quoted, character)
    } else if (character === ' ') pieces.push(SPACE)
    else pieces.push(character === '*' ? maskBefore(template[at + 1], template.length) : quotedCharacter(character))
  }
  return pieces
}

/** A pattern that stops at the next character of the template takes a third of the time. */
function maskBefore(next: string | undefined, length: number): string {
  if (next === ' ' || (next === undefined && length < MAX_TEMPLATE_LENGTH)) return NOT_SPACE
  return next === undefined || MAY_BE_WITHIN_WORD.test(next) ? MASK : `[^${quotedInClass(next)}]+`
}

const quotedInClass = (character: string): string => (/[\\\]^-]/.test(character) ? `\\${character}` : character)

/** An apostrophe within a word opens no quotation. */
const opens = (template: string, at: number): boolean =>
  template[at] === '"' || at === 0 || !IS_WORD_CHARACTER.test(template[at - 1] ?? '')

const quotedCharacter = (character: string): string =>
  /[\\.+*?()|[\]{}^$]/.test(character) ? `\\${character}` : character
