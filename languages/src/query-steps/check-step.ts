/** Checks one step: its names and types, and what it leaves to the next one. */
import { FIELD } from '@logyard/contract/messages/message-fields'
import { checkExpression } from './check-expression.ts'
import { jsonPath } from './check-function.ts'
import { checkGroups } from './check-groups.ts'
import { compileNamedGroups, compileStepGrok } from './check-pattern.ts'
import { type Checked, madeCall, requireType } from './check-types.ts'
import { refuse } from './step-problem.ts'
import type { StepScope } from './step-scope.ts'
import type { NameSyntax, OutputSyntax, StepSyntax } from './step-syntax.ts'
import type { Step, StepCall, StepChart, StepColumn, StepExpression } from './step-tree.ts'

export interface StepResult {
  readonly steps: readonly Step[]
  /** `none` if the rows are others than before; undefined leaves what there was. */
  readonly chart?: StepChart | 'none'
}

/** Rows of a result, and so the largest number of a step limit. */
export const MAX_STEP_ROWS = 10_000

type Of<Kind extends StepSyntax['kind']> = Extract<StepSyntax, { kind: Kind }>

export function checkStep(step: StepSyntax, scope: StepScope): StepResult {
  switch (step.kind) {
    case 'where': {
      const condition = checkedOf(step.condition, scope)
      requireType(condition, 'boolean', 'where needs a condition, as in: where took_ms > 100')
      return { steps: [{ kind: 'where', condition }] }
    }
    case 'let':
      return { steps: step.definitions.map(({ as, value }) => definition(as, checkExpression(value, scope), scope)) }
    case 'pattern':
      return { steps: [checkPattern(step, scope)] }
    case 'outputs':
      return { steps: [checkOutputs(step, scope)] }
    case 'stats':
    case 'timechart':
    case 'top':
      return checkGroups(step, scope)
    case 'sort':
      return checkSort(step, scope)
    case 'limit':
      if (step.count > MAX_STEP_ROWS)
        refuse(`limit is at most ${MAX_STEP_ROWS}.`, {
          from: step.span.to + 1,
          to: step.span.to + 1 + String(step.count).length,
        })
      return { steps: [{ kind: 'limit', count: step.count, order: scope.order }] }
    case 'fields':
      return checkFields(step, scope)
    case 'dedup':
      return { steps: [{ kind: 'dedup', keys: step.names.map(idIn(scope)), order: scope.order }] }
    case 'transaction':
      return checkTransaction(step, scope)
    case 'join':
      return { steps: [checkJoin(step, scope)] }
    default:
      return step satisfies never
  }
}

const idIn =
  (scope: StepScope) =>
  ({ name, span }: NameSyntax): number =>
    scope.find(name, span).id

const checkedOf = (syntax: Checked['syntax'], scope: StepScope): Checked => ({
  ...checkExpression(syntax, scope),
  syntax,
})

function definition({ name }: NameSyntax, value: StepExpression, scope: StepScope): Step {
  return { kind: 'let', definitions: [{ id: scope.define(name, value.type), value }] }
}

/** The value of a field as a text, also where it holds numbers. */
function textOf({ name, span }: NameSyntax, scope: StepScope): StepExpression {
  return checkExpression(
    { kind: 'call', name: 'text', nameSpan: span, args: [{ kind: 'name', name, span }], isOperator: false, span },
    scope,
  )
}

function checkPattern({ form, source, pattern }: Of<'pattern'>, scope: StepScope): Step {
  const text = textOf(source, scope)
  const compiled = form === 'grok' ? compileStepGrok(pattern, scope.environment) : compileNamedGroups(pattern)
  const id = scope.newId()
  const outputs = compiled.outputs.map(({ field, isNumber, groups }) => ({
    id: scope.define(field, isNumber ? 'number' : 'text'),
    isNumber,
    groups,
  }))
  return { kind: 'extract', id, text, regex: compiled.regex, isUnquoted: compiled.isUnquoted, outputs }
}

function checkOutputs({ form, source, outputs }: Of<'outputs'>, scope: StepScope): Step {
  const text = textOf(source, scope)
  const read = ({ path: { name, span } }: OutputSyntax): StepCall =>
    form === 'json' ? { name: 'json', path: jsonPath({ text: name, span }) } : { name: 'kv', key: name }
  const values = outputs.map((output) => madeCall(read(output), 'text', [text]))
  requireDistinct(outputs.map(({ as }) => as))
  return {
    kind: 'let',
    definitions: outputs.map(({ as }, at) => ({ id: scope.define(as.name, text.type), value: values[at] ?? text })),
  }
}

function requireDistinct(names: readonly NameSyntax[]): void {
  const seen = new Set<string>()
  for (const { name, span } of names) {
    if (seen.has(name)) refuse(`${name} is named twice.`, span)
    seen.add(name)
  }
}

/** Ties keep the order that there was. */
function checkSort({ terms }: Of<'sort'>, scope: StepScope): StepResult {
  const own = terms.map(({ name, isDescending }) => ({ id: scope.find(name.name, name.span).id, isDescending }))
  const before = scope.order.terms.filter(({ id }) => own.every((term) => term.id !== id))
  scope.order = { ...scope.order, terms: [...own, ...before] }
  return { steps: [] }
}

function checkFields({ names }: Of<'fields'>, scope: StepScope): StepResult {
  const areLeftOut = names.map(({ isLeftOut }) => isLeftOut)
  const mixed = names.find(({ isLeftOut }) => isLeftOut !== areLeftOut[0])
  if (mixed !== undefined)
    refuse('fields either names the columns to keep, or those to leave out, each with a minus sign.', mixed.name.span)
  const all = names.map(({ name }) => name)
  if (areLeftOut[0] === true) scope.leaveOut(all)
  else scope.keep(all)
  return { steps: [], chart: 'none' }
}

const OF_TRANSACTIONS = ['start', 'end', 'duration', 'count']

function checkTransaction({ names, maxSpanMs, maxPauseMs, span }: Of<'transaction'>, scope: StepScope): StepResult {
  const time = scope.find(FIELD.timestamp, span)
  if (time.type !== 'time') refuse('transaction needs the time of each row in the column timestamp.', span)
  for (const { name, span: place } of names)
    if (OF_TRANSACTIONS.includes(name))
      refuse(`A transaction has a column ${name} of its own: give this one another name with let.`, place)
  const keys = names.map(({ name, span: place }) => scope.find(name, place))
  const made = (name: string, type: StepColumn['type']): StepColumn => ({
    id: scope.newId(),
    name,
    type,
    field: undefined,
  })
  const start = made('start', 'time')
  const end = made('end', 'time')
  const duration = made('duration', 'number')
  const count = made('count', 'number')
  const order = [...keys, start].map(({ id }) => ({ id, isDescending: false }))
  scope.replaceAll([...keys, start, end, duration, count], names, { terms: order, areMessages: false })
  return {
    steps: [
      {
        kind: 'transaction',
        keys: keys.map(({ id }) => id),
        time: time.id,
        maxSpanMs,
        maxPauseMs,
        start: start.id,
        end: end.id,
        duration: duration.id,
        count: count.id,
      },
    ],
    chart: 'none',
  }
}

function checkJoin({ table, key, outputs }: Of<'join'>, scope: StepScope): Step {
  const text = textOf(key, scope)
  if ('named' in outputs) {
    requireDistinct(outputs.named.map(({ as }) => as))
    const named = outputs.named.map(({ path, as }) => ({ id: scope.define(as.name, 'text'), value: path.name }))
    return { kind: 'join', table: table.name, span: table.span, key: text, outputs: named }
  }
  const { as } = outputs
  const name = as === table ? table.name.replaceAll('-', '_') : as.name
  const single = { id: scope.define(name, 'text'), value: undefined }
  return { kind: 'join', table: table.name, span: table.span, key: text, outputs: [single] }
}
