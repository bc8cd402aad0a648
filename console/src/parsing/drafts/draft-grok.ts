/**
 * Drafts grok patterns from a text: for one selected part, or for all its parts. The built-in patterns may have been
 * edited or deleted, so a draft is run on its text, and parts that fail become plain expressions.
 */
import { draftRegex } from './draft-regex.ts'
import { escapeLoosely, escapeRegex } from './escape-regex.ts'
import { fieldNameOf, uniqueName } from './field-name.ts'
import type { Span } from './selected-part.ts'
import { type GrokPiece, shapeOf } from './value-shape.ts'

export interface GrokTools {
  /** The stored patterns. */
  readonly names: ReadonlySet<string>
  /** The named captures of a text; `undefined` if it does not match or the pattern is invalid. */
  readonly run: (pattern: string, text: string) => ReadonlyMap<string, unknown> | undefined
}

/** A pattern that captures one part as a field. */
export function draftGrokOf(text: string, part: Span, field: string, tools: GrokTools): string {
  const { before, value, behind } = draftRegex(text, part)
  const wanted = text.slice(part.from, part.to)
  const pieces = shapeOf(wanted).grok ?? []
  const [piece] = pieces
  const isReference = pieces.length === 1 && piece !== undefined && 'pattern' in piece && tools.names.has(piece.pattern)
  const reference = isReference ? `%{${piece.pattern}:${field}}` : undefined
  const anyText = (expression: string) => expression.replaceAll(/(?<!\\)\.(?=[+*])/g, '[\\s\\S]')
  const candidates = [
    ...(reference === undefined ? [] : [`${before}${reference}${behind}`]),
    `${before}${inlineOf(field, value)}${behind}`,
    `${anyText(before)}${inlineOf(field, anyText(value))}${behind}`,
  ]
  const isRight = (pattern: string) => sameText(tools.run(pattern, text)?.get(field), wanted)
  const last = `${escapeRegex(text.slice(0, part.from))}${inlineOf(field, escapeRegex(wanted))}`
  return candidates.find(isRight) ?? last
}

/** Patterns of whole lines that are better known than any draft. */
const WHOLE_LINES = ['COMBINEDAPACHELOG', 'COMMONAPACHELOG'] as const

/** A pattern that captures all parts, with fields named by what they hold. */
export function draftGrok(text: string, parts: readonly Span[], tools: GrokTools, source?: string): string {
  for (const name of WHOLE_LINES) {
    if (tools.names.has(name) && tools.run(`^%{${name}}$`, text) !== undefined) return `%{${name}}`
  }
  const expected = namedParts(text, parts, source)
  const isRight = (pattern: string) => {
    const found = tools.run(pattern, text)
    return (
      found !== undefined &&
      expected.every(({ fields }) => fields.every((field) => sameText(found.get(field.name), field.value)))
    )
  }
  const plain = new Set<number>()
  const draft = () => assembled(text, expected, tools.names, plain)
  if (isRight(draft())) return draft()
  // The parts whose own pattern fails become plain expressions, then all of them.
  for (const [index, one] of expected.entries()) {
    if (!isRight(assembled(text, [one], tools.names, plain))) plain.add(index)
  }
  if (isRight(draft())) return draft()
  for (const index of expected.keys()) plain.add(index)
  return draft()
}

const sameText = (value: unknown, wanted: string) =>
  value !== undefined && value !== null && (String(value) === wanted || Number(value) === Number(wanted))

interface NamedPart extends Span {
  readonly pieces: readonly GrokPiece[]
  readonly fields: readonly { readonly name: string; readonly value: string }[]
  /** The name of the part if it is not taken apart. */
  readonly name: string
}

function namedParts(text: string, parts: readonly Span[], source?: string): readonly NamedPart[] {
  const taken = new Set<string>()
  return parts.map(({ from, to }) => {
    const value = text.slice(from, to)
    const base = fieldNameOf(text, { from, to }, source)
    const shape = shapeOf(value).grok ?? []
    const isWhole = shape.filter((piece) => 'pattern' in piece).length < 2
    const pieces = shape.map((piece) => {
      if ('literal' in piece) return piece
      const name =
        piece.field.startsWith('_') || piece.field === '' ? `${base}${unitOf(piece.field, base)}` : piece.field
      return { ...piece, field: uniqueName(name, taken) }
    })
    const [first] = pieces.filter((piece) => 'pattern' in piece)
    const name = isWhole && first !== undefined ? first.field : uniqueName(base, taken)
    const number = /^[+-]?[\d.]+/.exec(value)?.[0] ?? value
    const fields = isWhole ? [{ name, value: shape.length > 1 ? number : value }] : []
    return { from, to, pieces, fields, name }
  })
}

const unitOf = (suffix: string, base: string) => (base.endsWith(suffix) ? '' : suffix)

function assembled(
  text: string,
  parts: readonly NamedPart[],
  names: ReadonlySet<string>,
  plain: ReadonlySet<number>,
): string {
  let pattern = ''
  let at = 0
  for (const [index, part] of parts.entries()) {
    pattern += escapeLoosely(text.slice(at, part.from))
    pattern += plain.has(index) ? plainOf(text, part) : piecesOf(text, part, names)
    at = part.to
  }
  return `^${pattern}${escapeLoosely(text.slice(at))}`
}

function piecesOf(text: string, part: NamedPart, names: ReadonlySet<string>): string {
  const { pieces, from, to } = part
  const isKnown = pieces.length > 0 && pieces.every((piece) => 'literal' in piece || names.has(piece.pattern))
  if (!isKnown) return plainOf(text, part)
  const next = text.charAt(to)
  const value = text.slice(from, to)
  return pieces
    .map((piece, index) => {
      if ('literal' in piece) return escapeRegex(piece.literal)
      const isLast = index === pieces.length - 1
      const pattern = isLast ? fittingPattern(piece.pattern, value, next) : piece.pattern
      return `%{${pattern}:${piece.field}${piece.type === undefined ? '' : `;${piece.type}`}}`
    })
    .join('')
}

/** A pattern that also ends where the value ends if values of other messages are longer or have more kinds of characters. */
function fittingPattern(pattern: string, value: string, next: string): string {
  if (pattern === 'DATA') return next === '' ? 'GREEDYDATA' : pattern
  if (pattern !== 'NOTSPACE') return pattern
  return next.trim() === '' || value.includes(next) ? pattern : 'DATA'
}

function plainOf(text: string, { from, to, name }: NamedPart): string {
  const value = text.slice(from, to)
  const next = text.charAt(to)
  if (next === '') return inlineOf(name, '[\\s\\S]+')
  if (!value.includes(next)) return inlineOf(name, `[^${/[\\\]^[-]/.test(next) ? `\\${next}` : next}]+`)
  return inlineOf(name, /\s/.test(value) ? '[\\s\\S]+?' : shapeOf(value).regex)
}

/** Java's names of groups have no underscore, and definitions within a reference no braces. */
function inlineOf(field: string, regex: string): string {
  if (/^[A-Za-z][A-Za-z0-9]*$/.test(field)) return `(?<${field}>${regex})`
  const withoutBraces = regex.replaceAll(/\\[\s\S]|\{\d+(?:,\d*)?\}|[{}]/g, (token) => {
    if (/^\{\d/.test(token)) return '+'
    if (token.endsWith('{')) return '\\x7B'
    return token.endsWith('}') ? '\\x7D' : token
  })
  return `%{PART:${field}=${withoutBraces}}`
}
