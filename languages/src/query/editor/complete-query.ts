/** Completions at a position of a query. The editor shows them; it has to request field values from the server. */
import type { SyntaxNode } from '@lezer/common'
import { LEVEL_NAMES } from '@logyard/contract/messages/message-levels'
import { withoutEscapes } from '../escape-rules.ts'
import { escapeFieldName } from '../escape-value.ts'
import { queryParser } from '../grammar/query-parser.ts'
import { LEVEL_FIELD } from '../level-values.ts'

export interface CompletableField {
  readonly name: string
  /** Shown after the name. */
  readonly type: string
  /** Fields that are not in the searched streams come last and are marked. */
  readonly isInStreams: boolean
}

export type QueryOption =
  | { readonly kind: 'field'; readonly label: string; readonly insert: string; readonly field: CompletableField }
  | { readonly kind: 'operator'; readonly label: string; readonly insert: string }

interface Place {
  /** The range that the chosen option replaces. */
  readonly from: number
  readonly to: number
}

export type QueryCompletion =
  /** Best first. */
  | (Place & { readonly kind: 'options'; readonly options: readonly QueryOption[] })
  /** Values of `field` that start with `typed`, to be written with `escapeValue`; `names` are offered before them. */
  | (Place & {
      readonly kind: 'values'
      readonly field: string
      readonly typed: string
      readonly names: readonly string[]
    })

const EXISTS = '_exists_'
/** There are no completions within these. */
const CLOSED = new Set(['Phrase', 'UnclosedPhrase', 'Regex', 'Range', 'RangeValue', 'To', 'Tilde', 'Boost'])
const WORDS = new Set(['Word', 'Pattern', 'SlashWord', 'SlashPattern', 'And', 'Or', 'Not'])
const CONJUNCTIONS = new Set(['And', 'Or'])
const PREFIXES = new Set(['Not', 'Required', 'Prohibited'])

/** Returns undefined if there are no completions. */
export function completeQuery(
  text: string,
  position: number,
  fields: readonly CompletableField[],
): QueryCompletion | undefined {
  const tree = queryParser.parse(text)
  const inner = tree.resolveInner(position, -1)
  if (isClosed(inner, position)) return undefined
  const word = wordAt(inner, position)
  const from = word?.from ?? position
  const typed = withoutEscapes(text.slice(from, position))
  const isName = word?.parent?.name === 'Field'
  const place = { from, to: word?.to ?? position }
  const before = itemBefore(isName && word.parent ? word.parent : (word ?? inner), from)
  if (before?.name === 'CompareOperator') return undefined
  const field = before?.name === 'Field' ? before : isName ? undefined : fieldOfGroup(word ?? inner)
  if (field !== undefined && !(field !== before && endsTerm(before) && typed === '')) {
    const name = withoutEscapes(text.slice(field.from, field.to - 1))
    if (name === EXISTS) return options(place, fieldOptions(fields, typed, ''))
    return { kind: 'values', ...place, field: name, typed, names: name === LEVEL_FIELD ? levelsStarting(typed) : [] }
  }
  if (field !== undefined) return options(place, operatorOptions(before, typed))
  const colon = isName ? '' : ':'
  const exists: readonly QueryOption[] =
    typed !== '' && EXISTS.startsWith(typed) ? [{ kind: 'operator', label: EXISTS, insert: EXISTS + colon }] : []
  const operators = isName ? [] : operatorOptions(before, typed)
  const names = fieldOptions(fields, typed, colon)
  // Before anything is typed, a field name is more likely than NOT.
  return options(
    place,
    endsTerm(before) || typed !== '' ? [...operators, ...exists, ...names] : [...names, ...operators],
  )
}

const levelsStarting = (typed: string): readonly string[] =>
  LEVEL_NAMES.filter((level) => level.startsWith(typed.toLowerCase()))

const options = (place: Place, found: readonly QueryOption[]): QueryCompletion | undefined =>
  found.length === 0 ? undefined : { kind: 'options', ...place, options: found }

function isClosed(inner: SyntaxNode, position: number): boolean {
  for (let node: SyntaxNode | null = inner; node !== null; node = node.parent) {
    if (!CLOSED.has(node.name)) continue
    const isBehind = position === node.to && (node.name === 'Phrase' || node.name === 'Regex' || node.name === 'Range')
    // Directly after a closing character only a space can follow; after that the node has ended.
    return position > node.from || isBehind
  }
  return false
}

/** The word that contains the position or ends there; operators such as `&&` are not words. */
function wordAt(inner: SyntaxNode, position: number): SyntaxNode | undefined {
  return WORDS.has(inner.name) && inner.firstChild === null && inner.from < position ? inner : undefined
}

/** The previous item within the same brackets. */
function itemBefore(start: SyntaxNode, position: number): SyntaxNode | undefined {
  const list = start.name === 'Query' || start.name === 'Group' ? start : listOf(start)
  let before = list?.childBefore(position) ?? null
  while (before !== null && before.name === '⚠') before = before.prevSibling
  return before === null || before.name === '(' ? undefined : before
}

function listOf(node: SyntaxNode): SyntaxNode | undefined {
  for (let list = node.parent; list !== null; list = list.parent) {
    if (list.name === 'Query' || list.name === 'Group') return list
  }
  return undefined
}

/** The field before the brackets around a position. */
function fieldOfGroup(start: SyntaxNode): SyntaxNode | undefined {
  for (let node: SyntaxNode | null = start; node !== null; node = node.parent) {
    if (node.name === 'Group' && node.prevSibling?.name === 'Field') return node.prevSibling
  }
  return undefined
}

/** Whether an operator may follow. */
const endsTerm = (before: SyntaxNode | undefined): boolean =>
  before !== undefined && !CONJUNCTIONS.has(before.name) && !PREFIXES.has(before.name) && before.name !== 'Field'

function operatorOptions(before: SyntaxNode | undefined, typed: string): readonly QueryOption[] {
  if (before !== undefined && PREFIXES.has(before.name)) return []
  const operators = endsTerm(before) ? ['AND', 'OR', 'NOT'] : ['NOT']
  return operators
    .filter((operator) => operator.startsWith(typed.toUpperCase()))
    .map((operator) => ({ kind: 'operator', label: operator, insert: `${operator} ` }))
}

/** Fields that contain the typed text: those of the streams first, then by prefix match, then by name; without duplicates. */
function fieldOptions(fields: readonly CompletableField[], typed: string, behind: string): readonly QueryOption[] {
  const wanted = typed.toLowerCase()
  const score = ({ name, isInStreams }: CompletableField) =>
    (isInStreams ? 2 : 0) + (name.toLowerCase().startsWith(wanted) ? 1 : 0)
  const names = new Set<string>()
  return fields
    .filter(({ name }) => name.toLowerCase().includes(wanted))
    .toSorted((one, other) => score(other) - score(one) || (one.name < other.name ? -1 : 1))
    .filter(({ name }) => !names.has(name) && names.add(name))
    .map((field) => ({ kind: 'field', label: field.name, insert: escapeFieldName(field.name) + behind, field }))
}
