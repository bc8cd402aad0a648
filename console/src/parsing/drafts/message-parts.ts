/** The parts of a text that vary from message to message: what its template masks, times, and values of `key=value`. */
import type { Pattern } from '@logyard/contract/search/patterns'
import { masksOf } from '@logyard/languages/message-templates/template'
import type { Span } from './selected-part.ts'
import { TIMES } from './value-shape.ts'

const TIME = new RegExp(`(?<![\\d:.-])(?:${TIMES.map(({ regex }) => regex).join('|')})(?![\\d:])`, 'g')
const PROGRAM = /(?<![\w/.-])([A-Za-z][\w./-]*)\[(\d+)\](?=:)/dg
const PAIR = /(?<=[\w.-]=)[^\s,;&"'()[\]{}<>]+/g
const LEVEL = /(?<![\w-])(?:TRACE|DEBUG|INFO|NOTICE|WARN|WARNING|ERROR|CRITICAL|FATAL|ALERT|EMERG)(?![\w-])/g
/** A word before a colon names what follows it; a digit in it would make it a value. */
const KEY = /^[A-Za-z_][A-Za-z_-]*:(?=[^:]+$)/

/** `source`: the sender of the message, which many lines begin with. */
export function partsOf(text: string, source?: string): readonly Span[] {
  const parts: Span[] = [...text.matchAll(TIME)].map(({ index, 0: found }) => ({
    from: index,
    to: index + found.length,
  }))
  if (source !== undefined && source !== '' && text.startsWith(`${source} `)) {
    addFree(parts, [{ from: 0, to: source.length }])
  }
  for (const { indices } of text.matchAll(PROGRAM)) addFree(parts, [spanOf(indices?.[1]), spanOf(indices?.[2])].flat())
  addFree(
    parts,
    masksOf(text).map((mask) => withoutKey(text, mask)),
  )
  for (const shape of [PAIR, LEVEL]) {
    addFree(
      parts,
      [...text.matchAll(shape)].map(({ index, 0: found }) => ({ from: index, to: index + found.length })),
    )
  }
  return parts.toSorted((a, b) => a.from - b.from)
}

const spanOf = (indices: readonly [number, number] | undefined): readonly Span[] =>
  indices === undefined ? [] : [{ from: indices[0], to: indices[1] }]

function withoutKey(text: string, { from, to }: Span): Span {
  const key = KEY.exec(text.slice(from, to))?.[0].length ?? 0
  return { from: from + key, to }
}

/** Adds the parts that overlap none of the found ones. */
function addFree(parts: Span[], added: readonly Span[]): void {
  for (const one of added) {
    if (one.from < one.to && parts.every(({ from, to }) => one.to <= from || one.from >= to)) parts.push(one)
  }
}

/**
 * The variable parts of a pattern in its example. Times that the pattern masks as several parts become one.
 * `undefined` if the example is not found in the pattern.
 */
export function partsOfPattern({
  text: pattern,
  parts,
  example,
}: Pick<Pattern, 'text' | 'parts' | 'example'>): readonly Span[] | undefined {
  const text = example.message
  const spans: Span[] = []
  let at = 0
  let open: number | undefined
  for (let index = 0; index <= parts.length; index += 1) {
    const start = index === 0 ? 0 : (parts[index - 1]?.position ?? 0) + 1
    const literal = pattern.slice(start, parts[index]?.position)
    const isLast = index === parts.length
    const found = findLoosely(text, literal, at, open !== undefined, isLast)
    if (found === undefined) return undefined
    if (open !== undefined) spans.push({ from: open, to: found.from })
    open = found.to
    at = found.to
  }
  const times = [...text.matchAll(TIME)]
    .map(({ index, 0: found }) => ({ from: index, to: index + found.length }))
    .filter((time) => spans.some((span) => time.from <= span.from && span.to <= time.to))
  const merged: Span[] = [...times]
  addFree(merged, spans)
  return merged.toSorted((a, b) => a.from - b.from)
}

/** Where a literal of a pattern, whose runs of white space are one blank, is in the text. */
function findLoosely(text: string, literal: string, at: number, mayMove: boolean, isLast: boolean): Span | undefined {
  const words = literal.split(' ').map((word) => word.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&'))
  // A part of a pattern has at least one character.
  const found = new RegExp(`${words.join('\\s+')}${isLast && mayMove ? '\\s*$' : ''}`, mayMove ? 'g' : 'y')
  found.lastIndex = mayMove ? at + 1 : at
  if (isLast && literal === '') return { from: text.trimEnd().length, to: text.length }
  const match = found.exec(text)
  return match === null ? undefined : { from: match.index, to: match.index + match[0].length }
}
