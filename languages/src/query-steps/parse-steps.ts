/** Reads the steps of a query: what is written, without names and types. Takes linear time. */
import type { QuerySyntaxError } from '../query/query-syntax-error.ts'
import type { Span } from '../query/query-tree.ts'
import { parseExpression } from './parse-expression.ts'
import { insertingAt, listed, refuse, replacing, StepProblem, similarName } from './step-problem.ts'
import {
  type DefinitionSyntax,
  type NameSyntax,
  type OutputSyntax,
  STEP_NAMES,
  type StepName,
  type StepSyntax,
} from './step-syntax.ts'
import { stepTokens } from './step-tokens.ts'
import { TokenReader } from './token-reader.ts'

export interface ParsedSteps {
  readonly steps: readonly StepSyntax[]
  readonly errors: readonly QuerySyntaxError[]
}

/** Steps of a query. */
export const MAX_STEPS = 30
/** Names, aggregates or definitions of one step. */
export const MAX_STEP_ITEMS = 50
const MAX_ERRORS = 10

/** Begins at the first `|`, at `from`. */
export function parseSteps(text: string, from: number): ParsedSteps {
  const reader = new TokenReader(stepTokens(text, from))
  const steps: StepSyntax[] = []
  const errors: QuerySyntaxError[] = []
  while (reader.acceptSign('|') && errors.length < MAX_ERRORS) {
    const bar = { from: reader.endOfLast - 1, to: reader.endOfLast }
    try {
      if (steps.length === MAX_STEPS) refuse(`A query has at most ${MAX_STEPS} steps.`, bar)
      steps.push(parseStep(reader, bar))
    } catch (error) {
      if (!(error instanceof StepProblem)) throw error
      errors.push(error.problem)
      reader.depth = 0
      reader.skipStep()
    }
  }
  return { steps, errors }
}

const isStepName = (name: string): name is StepName => STEP_NAMES.some((one) => one === name)

function parseStep(reader: TokenReader, bar: Span): StepSyntax {
  if (reader.isAtEndOfStep()) refuse(`Behind | belongs a step: ${STEP_NAMES.join(', ')}.`, bar, replacing(bar, ''))
  const { name, span } = reader.name('Behind | belongs the name of a step.')
  const word = name.toLowerCase()
  if (!isStepName(word)) {
    const meant = similarName(word, STEP_NAMES)
    const hint = meant === undefined ? `There are ${listed(STEP_NAMES)}` : `Did you mean ${meant}?`
    refuse(`There is no step ${name}. ${hint}`, span, meant === undefined ? undefined : replacing(span, meant))
  }
  const step = READERS[word](reader, span)
  if (!reader.isAtEndOfStep())
    refuse(`This does not belong to the step ${word}; the next step begins with |.`, reader.place())
  return step
}

type ReadStep = (reader: TokenReader, span: Span) => StepSyntax

const READERS: Readonly<Record<StepName, ReadStep>> = {
  where: (reader, span) => ({ kind: 'where', condition: parseExpression(reader), span }),
  let: parseLet,
  parse: parseParse,
  stats: (reader, span) => ({ kind: 'stats', ...readGroups(reader), span }),
  timechart: parseTimechart,
  top: (reader, span) => parseTop(reader, span, false),
  rare: (reader, span) => parseTop(reader, span, true),
  sort: parseSort,
  limit: (reader, span) => ({ kind: 'limit', count: reader.integer('limit needs a number, as in: limit 100'), span }),
  fields: parseFields,
  dedup: (reader, span) => ({ kind: 'dedup', names: readNames(reader, 'dedup needs the name of a field.'), span }),
  transaction: parseTransaction,
  join: parseJoin,
}

/** A list that is not too long; commas between names may be left out. */
function bounded<Item>(reader: TokenReader, items: readonly Item[]): readonly Item[] {
  if (items.length > MAX_STEP_ITEMS) refuse(`A step has at most ${MAX_STEP_ITEMS} items.`, reader.place())
  return items
}

const readNames = (reader: TokenReader, why: string): readonly NameSyntax[] =>
  bounded(
    reader,
    reader.list(() => reader.name(why)),
  )

function parseLet(reader: TokenReader, span: Span): StepSyntax {
  const definitions = reader.list(() => {
    const as = reader.name('let needs a name, as in: let seconds = took_ms / 1000')
    if (reader.isSign('==')) {
      const sign = reader.place()
      refuse('A definition has one equals sign.', sign, replacing(sign, '='))
    }
    reader.requireSign('=', `Behind the name ${as.name} belong = and an expression.`)
    return { as, value: parseExpression(reader) }
  })
  return { kind: 'let', definitions: bounded(reader, definitions), span }
}

const FORMS = ['grok', 'regex', 'json', 'kv']

function parseParse(reader: TokenReader, span: Span): StepSyntax {
  const source = reader.name('parse needs a field, as in: parse message grok "%{IP:client}"')
  const place = reader.place()
  const token = reader.peek()
  const form = token.kind === 'name' ? token.text.toLowerCase() : ''
  if (!FORMS.includes(form)) {
    const meant = form === '' ? undefined : similarName(form, FORMS)
    refuse(
      'Behind the field belongs grok, regex, json or kv.',
      place,
      meant === undefined ? undefined : replacing(place, meant),
    )
  }
  reader.take()
  if (form === 'grok' || form === 'regex') {
    const pattern = reader.text(`${form} needs a pattern in quotes.`)
    return { kind: 'pattern', form, source, pattern, span }
  }
  const outputs = readOutputs(
    reader,
    `${form} needs the names that are read, as in: parse message ${form} status, user as who`,
  )
  return { kind: 'outputs', form: form === 'json' ? 'json' : 'kv', source, outputs, span }
}

function readOutputs(reader: TokenReader, why: string): readonly OutputSyntax[] {
  const read = (): OutputSyntax => {
    const path = reader.name(why)
    return { path, as: reader.acceptWord('as') ? reader.name('Behind as belongs a name.') : path }
  }
  return bounded(reader, reader.list(read))
}

function readGroups(reader: TokenReader) {
  const read = (): DefinitionSyntax => {
    const value = parseExpression(reader)
    return { value, as: reader.acceptWord('as') ? reader.name('Behind as belongs a name.') : undefined }
  }
  const aggregates = bounded(reader, reader.list(read))
  return { aggregates, keys: reader.acceptWord('by') ? bounded(reader, reader.list(read)) : [] }
}

function parseTimechart(reader: TokenReader, span: Span): StepSyntax {
  const token = reader.peek()
  const spanMs = token.kind === 'duration' ? token.value : undefined
  if (spanMs !== undefined) {
    if (spanMs < 1) refuse('The width of a bar is at least 1ms.', token)
    reader.take()
    reader.acceptSign(',')
  }
  return { kind: 'timechart', spanMs, ...readGroups(reader), span }
}

function parseTop(reader: TokenReader, span: Span, isRare: boolean): StepSyntax {
  const word = isRare ? 'rare' : 'top'
  if (reader.peek().kind !== 'number')
    refuse(`${word} needs a number, as in: ${word} 10 source`, reader.place(), insertingAt(span.to, ' 10'))
  const count = reader.integer(`${word} needs a whole number, as in: ${word} 10 source`)
  return { kind: 'top', isRare, count, names: readNames(reader, `${word} needs the name of a field.`), span }
}

function parseSort(reader: TokenReader, span: Span): StepSyntax {
  const terms = reader.list(() => {
    const isMinus = reader.acceptSign('-')
    if (!isMinus) reader.acceptSign('+')
    const name = reader.name('sort needs the name of a field, as in: sort -count')
    const isDescending = reader.acceptWord('desc')
    if (!isDescending) reader.acceptWord('asc')
    return { name, isDescending: isDescending || isMinus }
  })
  return { kind: 'sort', terms: bounded(reader, terms), span }
}

function parseFields(reader: TokenReader, span: Span): StepSyntax {
  const names = reader.list(() => {
    const isLeftOut = reader.acceptSign('-')
    return { name: reader.name('fields needs the names of fields.'), isLeftOut }
  })
  return { kind: 'fields', names: bounded(reader, names), span }
}

function parseTransaction(reader: TokenReader, span: Span): StepSyntax {
  reader.requireWord('by', 'transaction needs by, as in: transaction by user maxpause=5m')
  const names = readNames(reader, 'by needs the name of a field.')
  const limits = new Map<string, number>()
  while (!reader.isAtEndOfStep()) {
    const { name, span: place } = reader.name('Here belongs maxspan or maxpause.')
    if (name !== 'maxspan' && name !== 'maxpause') {
      const meant = similarName(name, ['maxspan', 'maxpause'])
      refuse(
        'A transaction has the limits maxspan and maxpause.',
        place,
        meant === undefined ? undefined : replacing(place, meant),
      )
    }
    reader.requireSign('=', `Behind ${name} belongs a duration, as in: ${name}=5m`)
    const token = reader.peek()
    if (token.kind !== 'duration' || token.value < 1)
      refuse(`Behind ${name} belongs a duration, as in: ${name}=5m`, reader.place())
    reader.take()
    limits.set(name, token.value)
  }
  return { kind: 'transaction', names, maxSpanMs: limits.get('maxspan'), maxPauseMs: limits.get('maxpause'), span }
}

function parseJoin(reader: TokenReader, span: Span): StepSyntax {
  const token = reader.peek()
  const why = 'join needs a lookup table, as in: join users on user as full_name'
  const table = token.kind === 'text' ? { name: token.value, span: reader.text(why).span } : readTableName(reader, why)
  reader.requireWord('on', 'Behind the lookup table belong on and a field.')
  const key = reader.name('Behind on belongs the name of a field.')
  if (reader.acceptSign('(')) {
    const named = readOutputs(reader, 'In the brackets are the names of values.')
    reader.requireSign(')', 'A bracket ( is never closed.')
    return { kind: 'join', table, key, outputs: { named }, span }
  }
  const as = reader.acceptWord('as') ? reader.name('Behind as belongs a name.') : table
  return { kind: 'join', table, key, outputs: { as }, span }
}

/** Names of lookup tables may have hyphens. */
function readTableName(reader: TokenReader, why: string): NameSyntax {
  const first = reader.name(why)
  let { name } = first
  let { to } = first.span
  while (reader.isSign('-') && reader.peek().from === to && reader.peek(1).from === reader.peek().to) {
    reader.take()
    const next = reader.take()
    name += `-${next.kind === 'name' ? next.text : next.kind === 'number' ? String(next.value) : ''}`
    to = next.to
  }
  return { name, span: { from: first.span.from, to } }
}
