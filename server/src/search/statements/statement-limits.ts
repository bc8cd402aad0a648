/** Refuses queries and pivots whose statements would be too large for the engine, before SQL is created. */
import { MAX_GROUPINGS, MAX_SERIES, MAX_SORTS } from '@logyard/contract/http/bounds'
import type { Pivot } from '@logyard/contract/search/search-types'
import type { Leaf } from '@logyard/languages/query/leaf'
import type { FieldRef, QueryNode } from '@logyard/languages/query/query-tree'
import type { FieldSchema } from '@logyard/languages/query-sql/field-schema'
import { matchingFields } from '@logyard/languages/query-sql/matching-fields'
import { COLUMN_FIELDS } from '@logyard/languages/query-sql/message-field'
import { LogyardError } from '../../platform/errors.ts'
import { searchTypeRefused } from '../search-errors.ts'

/** The engine analyses this many conditions in less than a second. */
export const MAX_CONDITIONS = 5000

const queryTooWide = () =>
  new LogyardError(
    'invalid',
    'query-too-wide',
    `The query has more than ${MAX_CONDITIONS} conditions: a wildcard, a regular expression or a range without a field is compared with every field. Name the field, as in source:web*, or use fewer words.`,
  )

/** Characters of the conditions of one query, in which the text of a clause is repeated for each searched field. */
export const MAX_CONDITION_CHARACTERS = 8_388_608

const queryTooLong = () =>
  new LogyardError(
    'invalid',
    'query-too-wide',
    `The conditions of the query have more than ${MAX_CONDITION_CHARACTERS} characters: a long text without a field is compared with every field. Name the field, as in source:web*, or use shorter texts.`,
  )

/** The compiler calls the function for each condition. It throws `queryTooLong` when they are too long for one statement. */
export function createConditionBudget(): (condition: { readonly text: string }) => void {
  let left = MAX_CONDITION_CHARACTERS
  return ({ text }) => {
    left -= text.length
    if (left < 0) throw queryTooLong()
  }
}

/** Comparing so many columns with one text takes as long as another condition. */
const TERMS_A_CONDITION = 4
/** Matching a pattern against this many names takes as long as one condition. */
const NAMES_A_CONDITION = 100

/** Throws `queryTooWide` when the conditions are too many for one statement, and `queryTooLong` when one is too long. */
export function requireNarrow(trees: readonly QueryNode[], schema: FieldSchema): void {
  let left = MAX_CONDITIONS
  const spend = (conditions: number) => {
    left -= conditions
    if (left < 0) throw queryTooWide()
  }
  let ofEveryField: number | undefined
  const everyField = () => {
    ofEveryField ??= COLUMN_FIELDS.length + sum(schema.names().map((name) => schema.types(name).length))
    return ofEveryField
  }

  const ofField = (name: string) => Math.max(1, schema.types(name).length)
  function spendFields({ name, pattern }: FieldRef): void {
    if (!pattern) {
      spend(ofField(name))
      return
    }
    spend(1 + Math.ceil(schema.names().length / NAMES_A_CONDITION))
    spend(sum(matchingFields(name, schema).map(ofField)))
  }

  let weightLeft = MAX_CONDITION_CHARACTERS
  function requireShort(leaf: Leaf): void {
    // Short texts are left to the budget of the compiler.
    if (weightOf(leaf) <= SHORT_WEIGHT) return
    const { field } = leaf
    const fields = field === undefined ? everyField() : sum(fieldsOf(field).map(ofField))
    weightLeft -= weightOf(leaf) * fields
    if (weightLeft < 0) throw queryTooLong()
  }
  const fieldsOf = ({ name, pattern }: FieldRef) => (pattern ? matchingFields(name, schema) : [name])

  function visit(node: QueryNode): void {
    if (node.kind !== 'all' && node.kind !== 'bool' && node.kind !== 'exists') requireShort(node)
    switch (node.kind) {
      case 'all':
        break
      case 'bool':
        for (const part of [node.must, node.should, node.mustNot]) for (const child of part) visit(child)
        break
      case 'exists':
        spendFields(node.field)
        break
      case 'term':
      case 'phrase':
        // Without a field these are compared with each column, which is quick, and search all other values at once.
        if (node.field === undefined)
          spend(COLUMN_FIELDS.length + Math.ceil(schema.columns.all.length / TERMS_A_CONDITION))
        else spendFields(node.field)
        break
      case 'wildcard':
      case 'regex':
      case 'fuzzy':
      case 'range':
        if (node.field === undefined) spend(everyField())
        else spendFields(node.field)
        break
      default:
        throw node satisfies never
    }
  }
  for (const tree of trees) visit(tree)
}

/** About the characters of a condition on one field, or the time that it takes in that of a character. */
function weightOf(leaf: Leaf): number {
  switch (leaf.kind) {
    case 'term':
    case 'phrase':
      return leaf.text.length
    case 'regex':
      return leaf.pattern.length * WEIGHT.regex
    case 'fuzzy':
      return leaf.text.length * WEIGHT.fuzzy
    case 'wildcard':
      return sum(leaf.parts.map((part) => (part.kind === 'literal' ? part.text.length : WEIGHT.sign)))
    case 'range':
      return (leaf.lower?.text.length ?? 0) + (leaf.upper?.text.length ?? 0)
    default:
      throw leaf satisfies never
  }
}

/** A character of a pattern, or `*` and `?` of a wildcard, takes as long to compile as so many of a text. */
const WEIGHT = { regex: 32, fuzzy: 8, sign: 512 }
const SHORT_WEIGHT = 2000

/** Searches that were stored earlier may exceed the limits of new ones. */
export function requireSmallPivot(pivot: {
  readonly series: readonly unknown[]
  readonly row_groups?: readonly unknown[] | null
  readonly column_groups?: readonly unknown[] | null
  readonly sort?: Pivot['sort']
}): void {
  const requireAtMost = (limit: number, what: string, { length }: readonly unknown[]) => {
    if (length > limit) throw searchTypeRefused(`An aggregation has at most ${limit} ${what}, not ${length}`)
  }
  requireAtMost(MAX_SERIES, 'series', pivot.series)
  requireAtMost(MAX_GROUPINGS, 'row groupings', pivot.row_groups ?? [])
  requireAtMost(MAX_GROUPINGS, 'column groupings', pivot.column_groups ?? [])
  requireAtMost(MAX_SORTS, 'sort orders', pivot.sort ?? [])
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0)
