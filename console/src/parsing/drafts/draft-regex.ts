/**
 * Drafts a regular expression that captures a selected part of a text: the literal text in front of it as the anchor,
 * the value by its shape. Each candidate is run on the text; the first that captures exactly the part wins.
 */
import { compileJavaPattern } from '@logyard/languages/java-regex/java-pattern'
import { escapeLoosely, escapeRegex } from './escape-regex.ts'
import { partsOf } from './message-parts.ts'
import type { Span } from './selected-part.ts'
import { shapeOf } from './value-shape.ts'

const MAX_ANCHOR_LENGTH = 40

export interface RegexDraft {
  readonly before: string
  /** The expression of the value. */
  readonly value: string
  readonly behind: string
}

export const regexOf = ({ before, value, behind }: RegexDraft): string => `${before}(${value})${behind}`

export function draftRegex(text: string, part: Span): RegexDraft {
  const isAtEnd = part.to === text.length
  const shapes = shapesOf(text, part)
  const candidates = (isAtEnd ? [[''], ['$']] : [anchorsBehind(text, part.to)]).flatMap((ends) =>
    anchorsBefore(text, part.from).flatMap((before) =>
      shapes.flatMap((value) => ends.map((behind) => ({ before, value, behind }))),
    ),
  )
  const found = candidates.find((draft) => capturesExactly(regexOf(draft), text, part))
  if (found !== undefined) return found
  return {
    before: `^${escapeRegex(text.slice(0, part.from))}`,
    value: '.+',
    behind: `${escapeRegex(text.slice(part.to))}$`,
  }
}

/** Runs as the server would: the dot matches line breaks, the first match counts. */
function capturesExactly(regex: string, text: string, { from, to }: Span): boolean {
  const compiled = compileJavaPattern(regex)
  if (compiled === undefined) return false
  const found = new RegExp(compiled, `${compiled.flags}d`).exec(text)?.indices?.[1]
  return found !== undefined && found[0] === from && found[1] === to
}

const CLOSING: Readonly<Record<string, string>> = { '"': '"', "'": "'", '[': ']', '(': ')', '<': '>', '{': '}' }

function shapesOf(text: string, { from, to }: Span): readonly string[] {
  const value = text.slice(from, to)
  const { kind, regex } = shapeOf(value)
  const next = text.charAt(to)
  const closing = CLOSING[text.charAt(from - 1)]
  const untilClosing =
    closing !== undefined && closing === next && !value.includes(next) ? [`[^${inClass(next)}]+`] : []
  const untilNext = next !== '' && !value.includes(next) && next.trim() !== '' ? [`[^${inClass(next)}]+`] : []
  // Within quotes or brackets a word of one message can be several words in the next one.
  const isLoose = kind === 'word' || kind === 'name' || kind === 'token' || kind === 'text' || kind === 'path'
  const isGreedy = kind === 'token' || kind === 'path'
  const own = isLoose ? [...untilClosing, ...(isGreedy ? untilNext : []), regex] : [regex, ...untilClosing]
  return [...new Set([...own, ...(/\s/.test(value) ? [] : ['\\S+']), ...untilNext, '.+?', '.+'])]
}

const inClass = (character: string) => (/[\\\]^[-]/.test(character) ? `\\${character}` : character)

/** From short to long: words of the constant text before the part, then everything from the start of the text. */
function anchorsBefore(text: string, from: number): readonly string[] {
  const lastPart = partsOf(text).findLast(({ to }) => to <= from)
  const runStart = Math.max(lastPart?.to ?? 0, from - MAX_ANCHOR_LENGTH)
  const run = text.slice(runStart, from)
  const starts = [...run.matchAll(/(?<![\p{L}\p{N}_])[\p{L}\p{N}_]/gu)].map(({ index }) => index).toReversed()
  const words = starts.map((start) => run.slice(start)).filter((some) => /\p{L}{2}/u.test(some))
  const near = words.map(escapeLoosely).flatMap((anchor) => [anchor, `\\b${anchor}`])
  return [...near, `^${templateBefore(text, from)}`, escapeLoosely(run)]
}

/** The text before the part with its variable parts as wildcards. */
function templateBefore(text: string, from: number): string {
  let regex = ''
  let at = 0
  for (const part of partsOf(text)) {
    if (part.to > from) break
    regex += escapeLoosely(text.slice(at, part.from)) + wildcardOf(text, part)
    at = part.to
  }
  return regex + escapeLoosely(text.slice(at, from))
}

function wildcardOf(text: string, { from, to }: Span): string {
  const value = text.slice(from, to)
  const next = text.charAt(to)
  if (next.trim() !== '' && !value.includes(next)) return `[^${inClass(next)}]+`
  return /\s/.test(value) ? '.+?' : '\\S+'
}

function anchorsBehind(text: string, to: number): readonly string[] {
  const run = /^[^\p{L}\p{N}]*[\p{L}_]*/u.exec(text.slice(to, to + MAX_ANCHOR_LENGTH))?.[0] ?? ''
  return ['', escapeLoosely(text.charAt(to)), escapeLoosely(run)]
}
