/** Splits the text of a JSON object into its values, and the bytes between them. Values within lists stay between them. */
import type { DocumentRules } from '@logyard/codecs/codec'
import { END, MAX_VALUES, NATURAL, NUMBER, SECONDS, TEXT, TIME, type ValueKind } from './document-values.ts'

/** What stands before a value, up to the opening quote of a text, and the kind of the value. */
export interface DocumentPart {
  readonly literal: string
  readonly kind: ValueKind
}

interface Splitting {
  readonly text: string
  readonly rules: DocumentRules
  readonly parts: DocumentPart[]
  /** Where the current literal begins. */
  literalFrom: number
}

const NUMBER_TEXT = /-?\d[\d.eE+-]*/y
const WHITE_SPACE = /\s*/y
const MAX_DEPTH = 20

/**
 * Undefined if the text is not an object, or has a value that decides about the message in a form that is not the usual
 * one. The last part is the end.
 */
export function splitDocument(text: string, rules: DocumentRules): readonly DocumentPart[] | undefined {
  const splitting: Splitting = { text, rules, parts: [], literalFrom: 0 }
  const start = behind(WHITE_SPACE, text, 0)
  const end = text[start] === '{' ? splitObject(splitting, start, 0) : undefined
  if (end === undefined || splitting.parts.length > MAX_VALUES) return undefined
  return [...splitting.parts, { literal: text.slice(splitting.literalFrom), kind: END }]
}

/** Returns the position behind the object. */
function splitObject(splitting: Splitting, start: number, depth: number): number | undefined {
  const { text } = splitting
  if (depth > MAX_DEPTH) return undefined
  let at = behind(WHITE_SPACE, text, start + 1)
  while (text[at] === '"') {
    const keyEnd = stringEnd(text, at)
    const key = keyOf(text.slice(at, keyEnd))
    at = behind(WHITE_SPACE, text, keyEnd)
    if (key === undefined || text[at] !== ':') return undefined
    const kind = depth === 0 ? decidingKind(splitting.rules, key) : undefined
    const valueEnd = splitValue(splitting, behind(WHITE_SPACE, text, at + 1), depth, kind)
    if (valueEnd === undefined) return undefined
    at = behind(WHITE_SPACE, text, valueEnd)
    if (text[at] === ',') at = behind(WHITE_SPACE, text, at + 1)
  }
  return text[at] === '}' ? at + 1 : undefined
}

/** The kind of a value that decides about the message. */
function decidingKind({ timeKeys, timeForm, naturalKeys }: DocumentRules, key: string): ValueKind | undefined {
  if (timeKeys.includes(key)) return timeForm === 'iso' ? TIME : SECONDS
  return naturalKeys.includes(key) ? NATURAL : undefined
}

/** Returns the position behind the value. */
function splitValue(
  splitting: Splitting,
  at: number,
  depth: number,
  deciding: ValueKind | undefined,
): number | undefined {
  const { text, parts, literalFrom } = splitting
  const first = text[at] ?? ''
  if (first === '"') {
    const end = stringEnd(text, at)
    if (end === at) return undefined
    parts.push({ literal: text.slice(literalFrom, at + 1), kind: deciding ?? TEXT })
    // The closing quote belongs to what follows.
    splitting.literalFrom = end - 1
    return end
  }
  // An ISO time that is a number, or whatever else.
  if (deciding === TIME) return undefined
  if (/[-\d]/.test(first)) {
    const end = behind(NUMBER_TEXT, text, at)
    parts.push({ literal: text.slice(literalFrom, at), kind: deciding ?? NUMBER })
    splitting.literalFrom = end
    return end
  }
  if (first === '{') return splitObject(splitting, at, depth + 1)
  if (first === '[') return listEnd(text, at)
  const word = ['true', 'false', 'null'].find((one) => text.startsWith(one, at))
  return word === undefined ? undefined : at + word.length
}

function listEnd(text: string, start: number): number | undefined {
  let depth = 0
  for (let at = start; at < text.length; at += 1) {
    const character = text[at]
    if (character === '"') {
      const end = stringEnd(text, at)
      if (end === at) return undefined
      at = end - 1
    } else if (character === '[' || character === '{') depth += 1
    else if (character === ']' || character === '}') depth -= 1
    if (depth === 0) return at + 1
  }
  return undefined
}

/** The position behind the text that begins at `at`; `at` if it does not end. */
function stringEnd(text: string, at: number): number {
  for (let end = at + 1; end < text.length; end += 1) {
    if (text[end] === '"') return end + 1
    if (text[end] === '\\') end += 1
  }
  return at
}

/** The position behind what the pattern matches; `at` if it does not. */
function behind(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at
  return pattern.test(text) ? pattern.lastIndex : at
}

function keyOf(json: string): string | undefined {
  try {
    return String(JSON.parse(json))
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}
