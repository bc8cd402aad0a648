/**
 * Applies the rules for white space, line by line: a line of tags and comments alone loses its blanks and its line
 * break, except for its indentation; `t`, `lt` and `rt` trim the line in which they stand, and `nt` protects it.
 */
import type { Piece } from './read-pieces.ts'

/** Without comments and trimming tags. */
export function stripLines(pieces: readonly Piece[]): readonly Piece[] {
  return linesOf(pieces).flatMap(stripLine)
}

/** A text piece ends with at most one line break. */
function linesOf(pieces: readonly Piece[]): readonly (readonly Piece[])[] {
  const lines: Piece[][] = []
  let line: Piece[] = []
  for (const piece of pieces) {
    if (piece.kind !== 'text') {
      line.push(piece)
      continue
    }
    let at = piece.at
    for (const part of piece.text.split(/(?<=\n)/)) {
      line.push({ kind: 'text', text: part, at })
      at += part.length
      if (!part.endsWith('\n')) continue
      lines.push(line)
      line = []
    }
  }
  lines.push(line)
  return lines
}

const TRIMS = new Set(['#t', '#lt', '#rt', '#nt'])
const isTrim = (piece: Piece) => piece.kind === 'tag' && TRIMS.has(piece.name)
const isBlank = (piece: Piece) => piece.kind === 'text' && piece.text.trim() === ''

function stripLine(line: readonly Piece[]): readonly Piece[] {
  const marks = new Set(line.flatMap((piece) => (piece.kind === 'tag' ? [piece.name] : [])))
  const kept = line.filter((piece) => piece.kind !== 'comment' && !isTrim(piece))
  if (marks.has('#nt')) return kept
  const first = line.find((piece) => !isBlank(piece))
  const hasOutput = line.some(({ kind }) => kind === 'interpolation' || kind === 'verbatim') || kept.some(isVisible)
  if (first !== undefined && first.kind !== 'text' && !hasOutput) return stripTagLine(line, first, marks)
  const left = marks.has('#t') || marks.has('#lt')
  const right = marks.has('#t') || marks.has('#rt')
  return trimEnds(kept, left, right)
}

const isVisible = (piece: Piece) => piece.kind === 'text' && piece.text.trim() !== ''

/** `first` is the first tag or comment of the line. */
function stripTagLine(line: readonly Piece[], first: Piece, marks: ReadonlySet<string>): readonly Piece[] {
  const keepsIndentation = !marks.has('#t') && !marks.has('#lt')
  const start = line.indexOf(first)
  return line.filter((piece, index) => {
    if (piece.kind === 'text') return index < start && keepsIndentation
    return piece.kind !== 'comment' && !isTrim(piece)
  })
}

/** Blanks of several pieces at the ends of a line: tags may stand between them. */
function trimEnds(line: readonly Piece[], left: boolean, right: boolean): readonly Piece[] {
  const pieces = [...line]
  if (left) trimFrom(pieces, pieces.keys(), (text) => text.trimStart())
  if (right) trimFrom(pieces, [...pieces.keys()].toReversed(), (text) => text.trimEnd())
  return pieces
}

function trimFrom(pieces: Piece[], indices: Iterable<number>, trim: (text: string) => string): void {
  for (const index of indices) {
    const piece = pieces[index]
    if (piece === undefined || piece.kind === 'tag') continue
    if (piece.kind !== 'text') return
    const text = trim(piece.text)
    pieces[index] = { ...piece, text }
    if (text !== '') return
  }
}
