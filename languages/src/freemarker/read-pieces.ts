/** Splits a template into its pieces: text, interpolations, tags and comments. */
import { afterComment, readTokens, type Token } from './expression-tokens.ts'
import { Fault } from './template-error.ts'

export type Piece = { readonly at: number } & (
  | { readonly kind: 'text'; readonly text: string }
  /** The content of `noparse`, which white-space rules do not change. */
  | { readonly kind: 'verbatim'; readonly text: string }
  | { readonly kind: 'interpolation'; readonly tokens: readonly Token[]; readonly isNumeric: boolean }
  | TagPiece
  | { readonly kind: 'comment' }
)

export interface TagPiece {
  readonly kind: 'tag'
  readonly at: number
  /** `#if` of a directive, `@name` of a macro; `@` alone closes any macro. */
  readonly name: string
  readonly isClosing: boolean
  /** Whether it ends with `/>`. */
  readonly isClosed: boolean
  readonly tokens: readonly Token[]
}

const DIRECTIVES = new Set([
  ...['if', 'elseif', 'else', 'switch', 'case', 'default', 'break', 'continue', 'list', 'items', 'sep'],
  ...['assign', 'global', 'local', 'macro', 'function', 'return', 'nested', 'include', 'stop', 'attempt', 'recover'],
  ...['noparse', 'compress', 't', 'lt', 'rt', 'nt'],
])

/** The next thing that is not plain text. */
const MARK = /\$\{|#\{|<#--|<\/?[#@]/g
const TAG_NAME = /[#@][\p{L}\p{N}_.$]*/uy
const NOPARSE_END = /<\/#noparse\s*>/g

export function readPieces(source: string): readonly Piece[] {
  const pieces: Piece[] = []
  let at = 0
  /** Where the text begins that was not added yet. */
  let textStart = 0
  while (at < source.length) {
    MARK.lastIndex = at
    const mark = MARK.exec(source)
    if (mark === null) break
    const read = readMark(source, mark[0], mark.index)
    if (read === undefined) {
      at = mark.index + 1
      continue
    }
    if (mark.index > textStart) pieces.push({ kind: 'text', text: source.slice(textStart, mark.index), at: textStart })
    pieces.push(...read.pieces)
    at = read.end
    textStart = at
  }
  if (textStart < source.length) pieces.push({ kind: 'text', text: source.slice(textStart), at: textStart })
  return pieces
}

interface ReadMark {
  readonly pieces: readonly Piece[]
  readonly end: number
}

/** Undefined if the characters are plain text. */
function readMark(source: string, mark: string, at: number): ReadMark | undefined {
  if (mark === '<#--') return { pieces: [{ kind: 'comment', at }], end: afterComment(source, at) }
  if (mark === '${' || mark === '#{') {
    const { tokens, end } = readTokens(source, at + 2, '}')
    return { pieces: [{ kind: 'interpolation', tokens, isNumeric: mark === '#{', at }], end }
  }
  const isClosing = mark.startsWith('</')
  const nameAt = at + mark.length - 1
  TAG_NAME.lastIndex = nameAt
  const name = TAG_NAME.exec(source)?.[0] ?? ''
  const isMacro = name.startsWith('@')
  if (name === '#' || (name === '@' && !isClosing)) return undefined
  if (!isMacro && !DIRECTIVES.has(name.slice(1))) throw new Fault(`Unknown directive: ${name}`, at)
  const { tokens, end, isClosed } = readTokens(source, nameAt + name.length, '>')
  const tag: TagPiece = { kind: 'tag', at, name, isClosing, isClosed, tokens }
  if (name === '#noparse' && !isClosing) return readVerbatim(source, tag, end)
  return { pieces: [tag], end }
}

function readVerbatim(source: string, tag: TagPiece, start: number): ReadMark {
  NOPARSE_END.lastIndex = start
  const closing = NOPARSE_END.exec(source)
  if (closing === null) throw new Fault('#noparse has no closing tag', tag.at)
  const text: Piece = { kind: 'verbatim', text: source.slice(start, closing.index), at: start }
  const end: TagPiece = { ...tag, at: closing.index, isClosing: true, tokens: [] }
  return { pieces: [tag, text, end], end: closing.index + closing[0].length }
}
