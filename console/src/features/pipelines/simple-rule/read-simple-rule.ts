/** Reads a source back into the form, as long as the form can show all of it. */
import { readString } from '@logyard/languages/rules/syntax/read-literal'
import { sourceTokens } from '../model/source-text.ts'
import type { ActionKind, Operator, SimpleAction, SimpleCondition, SimpleRule } from './simple-rule.ts'
import { writeSimpleRule } from './write-simple-rule.ts'

/** Placeholders in the shapes below: a text, a field behind `$message.`, a number. */
const TEXT = Symbol('text')
const FIELD = Symbol('field')
const NUMBER = Symbol('number')

type Shape = readonly (string | symbol)[]

const asText: Shape = ['to_string', '(', '$message', '.', FIELD, ')']
const compared = (sign: string): Shape => [
  ...['has_field', '(', TEXT, ')', 'and', 'to_double', '(', '$message', '.', FIELD, ')', sign, NUMBER],
]
const found = (name: string): Shape => [name, '(', ...asText, ',', TEXT, ')']

interface ConditionShape {
  readonly operator: Operator
  readonly shape: Shape
}

/** Longer shapes first: some begin with a shorter one. */
const CONDITIONS: readonly ConditionShape[] = [
  { operator: 'greater', shape: compared('>') },
  { operator: 'less', shape: compared('<') },
  { operator: 'matches', shape: ['regex', '(', TEXT, ',', ...asText, ')', '.', 'matches', '==', 'true'] },
  { operator: 'contains', shape: found('contains') },
  { operator: 'startsWith', shape: found('starts_with') },
  { operator: 'endsWith', shape: found('ends_with') },
  { operator: 'is', shape: [...asText, '==', TEXT] },
  { operator: 'isNot', shape: [...asText, '!=', TEXT] },
  { operator: 'missing', shape: ['not', 'has_field', '(', TEXT, ')'] },
  { operator: 'exists', shape: ['has_field', '(', TEXT, ')'] },
]

const lookup: Shape = ['lookup_value', '(', TEXT, ',', '$message', '.', FIELD, ')']

const ACTIONS: readonly { readonly kind: ActionKind; readonly shape: Shape }[] = [
  { kind: 'copy', shape: ['set_field', '(', TEXT, ',', '$message', '.', FIELD, ')', ';'] },
  { kind: 'lookup', shape: ['set_field', '(', TEXT, ',', ...lookup, ')', ';'] },
  { kind: 'setNumber', shape: ['set_field', '(', TEXT, ',', NUMBER, ')', ';'] },
  { kind: 'set', shape: ['set_field', '(', TEXT, ',', TEXT, ')', ';'] },
  { kind: 'rename', shape: ['rename_field', '(', TEXT, ',', TEXT, ')', ';'] },
  { kind: 'remove', shape: ['remove_field', '(', TEXT, ')', ';'] },
  { kind: 'route', shape: ['route_to_stream', '(', 'id', ':', TEXT, ')', ';'] },
  { kind: 'drop', shape: ['drop_message', '(', ')', ';'] },
]

/** `undefined` if the source does more than the form can show, or has comments, which the form would lose. */
export function readSimpleRule(source: string): SimpleRule | undefined {
  const tokens = normal(source)
  const [rule, title, when] = tokens
  if (rule !== 'rule' || title?.startsWith('"') !== true || when !== 'when') return undefined
  const then = tokens.indexOf('then')
  if (then < 0 || tokens.at(-1) !== 'end') return undefined
  const condition = readConditions(tokens.slice(3, then))
  const actions = readActions(tokens.slice(then + 1, -1))
  if (condition === undefined || actions === undefined) return undefined
  const simple = { title: readString(title), ...condition, actions }
  const written = normal(writeSimpleRule(simple))
  return written.length === tokens.length && written.every((token, at) => token === tokens[at]) ? simple : undefined
}

const SPELLINGS: Readonly<Record<string, string>> = { '&&': 'and', '||': 'or', '!': 'not' }
const KEYWORDS = new Set(['rule', 'when', 'then', 'end', 'and', 'or', 'not'])

/** One spelling for what has several. */
const normal = (source: string): readonly string[] =>
  sourceTokens(source).map(({ text }) => {
    const lower = text.toLowerCase()
    return SPELLINGS[text] ?? (KEYWORDS.has(lower) ? lower : text)
  })

function readConditions(tokens: readonly string[]): Pick<SimpleRule, 'joined' | 'conditions'> | undefined {
  if (tokens.length === 1 && tokens[0] === 'true') return { joined: 'all', conditions: [] }
  const conditions: SimpleCondition[] = []
  let join: string | undefined
  for (let at = 0; at < tokens.length; ) {
    const read = readFirst(CONDITIONS, tokens, at)
    if (read === undefined) return undefined
    const [field = '', ...rest] = fieldFirst(read.kind.operator, read.values)
    conditions.push({ field, operator: read.kind.operator, value: rest.at(-1) ?? '' })
    at = read.next
    if (at === tokens.length) return { joined: join === 'or' ? 'any' : 'all', conditions }
    if (tokens[at] !== 'and' && tokens[at] !== 'or') return undefined
    if (join !== undefined && join !== tokens[at]) return undefined
    join = tokens[at]
    at++
  }
  return undefined
}

/** A pattern precedes its field. */
const fieldFirst = (operator: Operator, values: readonly string[]): readonly string[] =>
  operator === 'matches' ? values.toReversed() : values

function readActions(tokens: readonly string[]): readonly SimpleAction[] | undefined {
  const actions: SimpleAction[] = []
  for (let at = 0; at < tokens.length; ) {
    const read = readFirst(ACTIONS, tokens, at)
    if (read === undefined) return undefined
    const { kind } = read.kind
    actions.push(actionOf(kind, read.values))
    at = read.next
  }
  return actions
}

function actionOf(kind: ActionKind, [first = '', second = '', third = '']: readonly string[]): SimpleAction {
  if (kind === 'route') return { kind, field: '', value: first }
  if (kind === 'lookup') return { kind, field: first, value: third, table: second }
  return { kind, field: first, value: second }
}

/** The first shape that the tokens have at this place. */
function readFirst<Kind extends { readonly shape: Shape }>(
  kinds: readonly Kind[],
  tokens: readonly string[],
  at: number,
) {
  for (const kind of kinds) {
    const values = valuesOf(kind.shape, tokens, at)
    if (values !== undefined) return { kind, values, next: at + kind.shape.length }
  }
  return undefined
}

function valuesOf(shape: Shape, tokens: readonly string[], at: number): readonly string[] | undefined {
  const values: string[] = []
  for (const [place, wanted] of shape.entries()) {
    const token = tokens[at + place] ?? ''
    if (typeof wanted === 'string') {
      if (token !== wanted) return undefined
      continue
    }
    const value = readValue(wanted, token)
    if (value === undefined) return undefined
    values.push(value)
  }
  return values
}

function readValue(wanted: symbol, token: string): string | undefined {
  const isLiteral = token.startsWith('"')
  if (wanted === TEXT) return isLiteral ? readString(token) : undefined
  if (wanted === NUMBER) return /^[-+]?[\d.]/.test(token) ? shortNumber(token) : undefined
  if (isLiteral) return readString(token)
  if (token.startsWith('`')) return token.slice(1, -1)
  return /^[A-Za-z_]/.test(token) ? token : undefined
}

/** The literal 5.0 is the number 5. */
const shortNumber = (token: string) => token.replace(/\.0$/, '')
