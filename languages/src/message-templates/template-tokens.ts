/**
 * Splits templates into tokens, for comparing them. Beyond the masks of the template, paths, dotted names and dates are
 * variable, whatever their words are.
 */

export interface TemplateToken {
  /** As it stands in the template. A `*` in it stands for a masked part. */
  readonly raw: string
  readonly isVariable: boolean
  /** Where its `raw` starts in the template. */
  readonly at: number
}

/** White space, brackets, quotes and separators are tokens of their own. */
const PIECES = / |[()[\]{}<>"',;=|]|[^ ()[\]{}<>"',;=|]+/g
/** The lookbehind keeps it linear. */
const TRAILING = /(?<![.:!?])[.:!?]+$/
/** The template masks whole words, so a `*` after a letter, or beside another, belongs to the message. */
const LITERAL_STAR = /[a-zA-Z]\*|\*\*/
const PATH = /^(?:[~.]{0,2}\/[^/]|[a-zA-Z]:\\|\\\\)|:\/\/|\/[^/]+\//
const DOTTED_NAME = /^[\w-]+(?:\.[\w-]+){2,}$/
const FAULT = /(?:Exception|Error)$/
const CALENDAR = /^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun|Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]*$/
const ZONE = /^(?:UTC|GMT|AM|PM|[CEMP][SD]T|CET|CEST)$/

/** Every token of the template, in order: their `raw` texts concatenated are the template. */
export function strictTokens(template: string): readonly TemplateToken[] {
  const tokens: TemplateToken[] = []
  for (const { 0: piece, index } of template.matchAll(PIECES)) {
    const end = TRAILING.exec(piece)?.index ?? piece.length
    if (end > 0) tokens.push(token(piece.slice(0, end), index, tokens.length === 0))
    if (end < piece.length) tokens.push({ raw: piece.slice(end), isVariable: false, at: index + end })
  }
  return joinDates(tokens)
}

const token = (raw: string, at: number, isFirst: boolean): TemplateToken => ({
  raw,
  at,
  isVariable:
    (raw.includes('*') && !LITERAL_STAR.test(raw)) ||
    PATH.test(raw) ||
    (!isFirst && DOTTED_NAME.test(raw) && !FAULT.test(raw)),
})

/** White space included. */
const MAX_DATE_TOKENS = 16

/** `Sun Jul * * *` is one variable part. */
function joinDates(tokens: readonly TemplateToken[]): TemplateToken[] {
  const joined: TemplateToken[] = []
  for (let index = 0; index < tokens.length; ) {
    const end = endOfDate(tokens, index)
    const first = tokens[index]
    if (first === undefined) break
    joined.push(end > index + 1 ? join(tokens.slice(index, end)) : first)
    index = Math.max(end, index + 1)
  }
  return joined
}

function endOfDate(tokens: readonly TemplateToken[], start: number): number {
  let end = start
  let hasName = false
  let hasNumber = false
  for (let index = start; index < Math.min(tokens.length, start + MAX_DATE_TOKENS); index += 1) {
    const { raw = '', isVariable = false } = tokens[index] ?? {}
    if (raw === ' ' || raw === ',') {
      if (index === start) return start
      continue
    }
    const isName = CALENDAR.test(raw)
    if (!isName && !isVariable && !(hasNumber && ZONE.test(raw))) break
    hasName ||= isName
    hasNumber ||= isVariable
    end = index + 1
  }
  return hasName && hasNumber ? end : start
}

/** Lists of variable parts count as one part, so that messages with lists of different lengths are alike. */
export function looseTokens(strict: readonly TemplateToken[]): readonly TemplateToken[] {
  const tokens: TemplateToken[] = []
  let index = 0
  while (index < strict.length) {
    const first = strict[index]
    if (first === undefined) break
    const end = first.isVariable ? endOfList(strict, index) : index + 1
    tokens.push(end > index + 1 ? join(strict.slice(index, end)) : first)
    index = end
  }
  return tokens
}

const SIZE_UNIT = /^(?:[KMGT]i?B|bytes)$/
const TIME_UNIT = /^(?:sec|secs|seconds|ms|s)$/

function endOfList(tokens: readonly TemplateToken[], start: number): number {
  let end = start + 1
  for (;;) {
    let next = end
    while (tokens[next]?.raw === ' ' || tokens[next]?.raw === ',') next += 1
    if (next === end || tokens[next]?.isVariable !== true) return end
    end = next + 1
  }
}

/**
 * Evens out what only some messages of a statement have: `* bytes (* KB)` becomes `* bytes`, `<* sec` one part, and
 * `from * ()` gets an empty part in its brackets.
 */
export function withoutOptionalParts(tokens: readonly TemplateToken[]): readonly TemplateToken[] {
  const kept: TemplateToken[] = []
  for (let index = 0; index < tokens.length; index += 1) {
    const found = tokens[index]
    if (found === undefined) break
    const rawAt = (offset: number) => tokens[index + offset]?.raw ?? ''
    const isVariableAt = (offset: number) => tokens[index + offset]?.isVariable === true
    const isSize =
      found.raw === ' ' && rawAt(1) === '(' && isVariableAt(2) && SIZE_UNIT.test(rawAt(4)) && rawAt(5) === ')'
    if (isSize && SIZE_UNIT.test(kept.at(-1)?.raw ?? '')) {
      index += 5
      continue
    }
    if (found.raw === '<' && isVariableAt(1) && rawAt(2) === ' ' && TIME_UNIT.test(rawAt(3))) {
      kept.push(join(tokens.slice(index, index + 4)))
      index += 3
      continue
    }
    kept.push(found)
    if (found.raw === '(' && rawAt(-1) === ' ' && rawAt(1) === ')')
      kept.push({ raw: '', isVariable: true, at: found.at + 1 })
  }
  return kept
}

const join = (tokens: readonly TemplateToken[]): TemplateToken => ({
  raw: tokens.map(({ raw }) => raw).join(''),
  isVariable: true,
  at: tokens[0]?.at ?? 0,
})
