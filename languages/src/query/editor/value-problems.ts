/** Values that cannot match the type of their field, and what they are read as. */
import { LEVEL_NAMES, LEVEL_WORDS } from '@logyard/contract/messages/message-levels'
import { readDateText } from '../date-text.ts'
import { hasUnit, readQuantity, unitOfField } from '../field-units.ts'
import { isWithinEdits } from '../is-within-edits.ts'
import type { Leaf } from '../leaf.ts'
import { LEVEL_FIELD, readLevels } from '../level-values.ts'
import { readNumber } from '../number-text.ts'
import type { QueryFix } from '../query-fix.ts'
import type { KnownToQuery, QueryProblem } from './query-problem.ts'
import { rangeOfWildcard } from './wildcard-range.ts'

const NUMBER_TYPES = new Set(['byte', 'short', 'integer', 'long', 'float', 'double'])
const WHOLE_NUMBER_TYPES = new Set(['byte', 'short', 'integer', 'long'])

export function valueProblems(text: string, leaf: Leaf, known: KnownToQuery): readonly QueryProblem[] {
  const { field } = leaf
  if (field === undefined || field.pattern) return []
  if (field.name === LEVEL_FIELD && readLevels(leaf) !== undefined) return levelComparison(leaf)
  const units = known.holdsNumbers(field.name) ? unitProblems(text, field.name, leaf) : []
  return units.length > 0 ? units : misfits(text, field.name, leaf, known)
}

function levelComparison(leaf: Leaf): readonly QueryProblem[] {
  const levels = readLevels(leaf)
  const accepted = [...(levels?.accepted ?? [])]
  const most = LEVEL_NAMES[Math.min(...accepted)]
  const least = LEVEL_NAMES[Math.max(...accepted)]
  if (leaf.kind !== 'range' || levels?.isByName !== true || most === undefined || least === undefined) return []
  return [{ code: 'level-comparison', least, most, from: leaf.span.from, to: leaf.span.to }]
}

/** The texts that are compared, with their positions; a phrase is compared as it is written. */
function comparedTexts(leaf: Leaf): readonly string[] {
  if (leaf.kind === 'term') return [leaf.text]
  if (leaf.kind !== 'range') return []
  return [leaf.lower?.text, leaf.upper?.text].filter((end) => end !== undefined)
}

function unitProblems(text: string, field: string, leaf: Leaf): readonly QueryProblem[] {
  const unit = unitOfField(field)
  const { from, to } = leaf.span
  return comparedTexts(leaf)
    .filter(hasUnit)
    .map((value) => {
      const number = unit && readQuantity(value, unit)
      if (number !== undefined) return { code: 'unit-read' as const, field, value, number, from, to }
      const fix = replaceIn(text, leaf, value, String(Number.parseFloat(value)))
      return { code: 'unit-does-not-fit' as const, field, value, from, to, ...fix }
    })
}

function misfits(text: string, field: string, leaf: Leaf, { types }: KnownToQuery): readonly QueryProblem[] {
  const type = field === 'timestamp' ? 'date' : types.get(field)
  const fits = type === undefined ? undefined : fitOf(field, type)
  if (type === undefined || fits === undefined) return []
  const { from, to } = leaf.span
  const misfit = (value: string): QueryProblem => {
    const level = field === LEVEL_FIELD ? similarLevel(value) : undefined
    const fix = level === undefined ? {} : replaceIn(text, leaf, value, level)
    return { code: 'value-does-not-fit', field, type, value, from, to, ...fix }
  }
  switch (leaf.kind) {
    case 'wildcard':
    case 'regex':
    case 'fuzzy':
      return [{ code: 'pattern-does-not-fit', field, type, from, to, ...patternFix(text, field, type, leaf) }]
    case 'term':
    case 'phrase':
      return fits(leaf.text, true) ? [] : [misfit(leaf.text)]
    case 'range':
      return [leaf.lower, leaf.upper].flatMap((end) =>
        end === undefined || fits(end.text, false) ? [] : [misfit(end.text)],
      )
    default:
      throw leaf satisfies never
  }
}

/** Returns undefined if every value fits. */
function fitOf(field: string, type: string): ((value: string, isEquality: boolean) => boolean) | undefined {
  if (field === 'timestamp') return (value) => readDateText(value, 0) !== undefined
  if (type === 'boolean') return (value, isEquality) => isEquality && (value === 'true' || value === 'false')
  if (!NUMBER_TYPES.has(type)) return undefined
  return (value, isEquality) => {
    const number = readNumber(value)
    return number !== undefined && !(isEquality && WHOLE_NUMBER_TYPES.has(type) && number.kind === 'decimal')
  }
}

function patternFix(text: string, field: string, type: string, leaf: Leaf): { readonly fix?: QueryFix } {
  if (leaf.kind !== 'wildcard' || leaf.field === undefined) return {}
  const start = text.indexOf(':', leaf.field.span.to) + 1
  const [first] = leaf.parts
  const begun = first?.kind === 'literal' ? first.text.toLowerCase() : ''
  const level = [...LEVEL_WORDS.keys()].find((word) => word.startsWith(begun))
  const isLevel = field === LEVEL_FIELD && begun !== '' && level !== undefined
  const insert = isLevel ? level : NUMBER_TYPES.has(type) ? rangeOfWildcard(field, leaf.parts) : undefined
  return insert === undefined ? {} : { fix: { from: start, to: leaf.span.to, insert } }
}

const similarLevel = (value: string): string | undefined =>
  [...LEVEL_WORDS.keys()].find((word) => isWithinEdits([...value.toLowerCase()], [...word], 1))

/** Replaces a value where it is written without escapes behind the name of its field. */
function replaceIn(text: string, leaf: Leaf, value: string, insert: string): { readonly fix?: QueryFix } {
  const from = text.indexOf(value, leaf.field?.span.to)
  return from === -1 || from + value.length > leaf.span.to ? {} : { fix: { from, to: from + value.length, insert } }
}
