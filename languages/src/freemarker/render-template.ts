/** Renders the nodes of a template. */

import { callRoutine, nestedRenderer, ReturnSignal, type RoutineArguments } from './call-routine.ts'
import { evaluate, evaluateText } from './evaluate-expression.ts'
import { Fault, Signal } from './template-error.ts'
import {
  type CallFunction,
  capture,
  countStep,
  entering,
  LimitFault,
  type LoopState,
  print,
  type Run,
  renderLimits,
} from './template-run.ts'
import type { Assignment, NodeOf, Scope, TemplateNode } from './template-tree.ts'
import {
  booleanOf,
  isHash,
  isSequence,
  kindOf,
  numberOf,
  RoutineValue,
  type TemplateValue,
  textOf,
  textWithDigits,
} from './template-values.ts'
import { sizeOf } from './value-operations.ts'

class BreakSignal extends Signal {}
class ContinueSignal extends Signal {}

export const callFunction: CallFunction = (run, callee, args, at) =>
  callRoutine(run, callee, { positional: args, named: new Map(), nested: undefined }, { at, evaluate, render })

export function render(run: Run, nodes: readonly TemplateNode[]): void {
  for (const node of nodes) {
    countStep(run, node.at)
    renderNode(run, node)
  }
}

function renderNode(run: Run, node: TemplateNode): void {
  switch (node.kind) {
    case 'text':
      print(run, node.text, node.at)
      break
    case 'print':
      renderPrint(run, node)
      break
    case 'if':
      renderIf(run, node)
      break
    case 'switch':
      renderSwitch(run, node)
      break
    case 'list':
      renderList(run, node)
      break
    case 'items':
      renderItems(run, node)
      break
    case 'sep':
      renderSeparator(run, node)
      break
    case 'directive':
      renderDirective(run, node)
      break
    case 'include':
      renderInclude(run, node)
      break
    case 'nested':
      run.frames.at(-1)?.renderNested?.(node.args.map((arg) => evaluate(run, arg)))
      break
    case 'attempt':
      renderAttempt(run, node)
      break
    case 'compress':
      renderCompressed(run, node)
      break
    case 'assign':
    case 'capture':
    case 'define':
      define(run, node)
      break
    case 'return':
    case 'break':
    case 'continue':
    case 'stop':
      throw leave(run, node)
    default:
      throw node satisfies never
  }
}

function define(run: Run, node: NodeOf<'assign' | 'capture' | 'define'>): void {
  if (node.kind === 'assign') assignAll(run, node)
  else if (node.kind === 'define') {
    assign(run, 'template', node.routine.name, new RoutineValue(node.routine, run.source), node.at)
  } else {
    const text = capture(run, () => render(run, node.body))
    assign(run, node.scope, node.name, text, node.at)
  }
}

function leave(run: Run, node: NodeOf<'return' | 'break' | 'continue' | 'stop'>): Fault {
  switch (node.kind) {
    case 'return':
      return new ReturnSignal(node.value === undefined ? undefined : evaluate(run, node.value), node.at)
    case 'break':
      return new BreakSignal('<#break> is outside of a loop', node.at)
    case 'continue':
      return new ContinueSignal('<#continue> is outside of a loop', node.at)
    case 'stop':
      return new Fault(node.reason === undefined ? 'The template stopped' : evaluateText(run, node.reason), node.at)
    default:
      throw node satisfies never
  }
}

function renderPrint(run: Run, { value, digits, at }: NodeOf<'print'>): void {
  const result = evaluate(run, value)
  print(run, digits === undefined ? textOf(result, at) : textWithDigits(numberOf(result, at), digits), at)
}

function renderIf(run: Run, { branches, otherwise }: NodeOf<'if'>): void {
  const met = branches.find(({ condition }) => booleanOf(evaluate(run, condition), condition.at))
  render(run, met?.body ?? otherwise)
}

/** Goes on with the following cases until `break`. */
function renderSwitch(run: Run, { subject, cases, at }: NodeOf<'switch'>): void {
  const value = evaluate(run, subject)
  const found = cases.findIndex((one) => one.value !== undefined && isSame(run, value, evaluate(run, one.value), at))
  const start = found >= 0 ? found : cases.findIndex((one) => one.value === undefined)
  if (start < 0) return
  stopAtBreak(() => {
    for (const { body } of cases.slice(start)) render(run, body)
  })
}

function isSame(run: Run, left: TemplateValue, right: TemplateValue, at: number): boolean {
  countStep(run, at, sizeOf(left))
  if (typeof left === typeof right) return left === right
  throw new Fault(`${kindOf(left)} cannot be compared with ${kindOf(right)}`, at)
}

function stopAtBreak(work: () => void): void {
  try {
    work()
  } catch (error) {
    if (!(error instanceof BreakSignal)) throw error
  }
}

function renderList(run: Run, node: NodeOf<'list'>): void {
  const { of, variables, body, otherwise, at } = node
  const value = evaluate(run, of)
  countStep(run, at, sizeOf(value))
  const items = listItems(value, variables.length, at)
  const loop: LoopState = { items, index: 0, names: variables, ranItems: false }
  if (items.length === 0) render(run, otherwise)
  else if (variables.length > 0) runLoop(run, loop, node)
  else within(run, loop, () => render(run, body))
}

/** The values of the variables for each turn of the loop. */
function listItems(value: TemplateValue, variables: number, at: number): readonly (readonly TemplateValue[])[] {
  if (value === '') return []
  if (isHash(value)) return [...value].map(([key, item]) => [key, item])
  if (!isSequence(value)) throw new Fault(`Expected a sequence or a hash but this is ${kindOf(value)}`, at)
  if (variables === 2) throw new Fault('A sequence has one variable, a hash has two', at)
  return value.map((item) => [item])
}

function renderItems(run: Run, node: NodeOf<'items'>): void {
  const { at } = node
  const loop = run.loops.findLast(({ names }) => names.length === 0)
  if (loop === undefined) throw new Fault('<#items> is outside of a list', at)
  if (loop.ranItems) throw new Fault('A list has one <#items>', at)
  loop.ranItems = true
  runLoop(run, { ...loop, names: node.variables }, node)
}

function runLoop(run: Run, loop: LoopState, { body, at }: NodeOf<'list' | 'items'>): void {
  within(run, loop, () =>
    stopAtBreak(() => {
      for (; loop.index < loop.items.length; loop.index += 1) {
        countStep(run, at)
        renderTurn(run, body)
      }
    }),
  )
}

function within(run: Run, loop: LoopState, work: () => void): void {
  const { loops } = run
  run.loops = [...loops, loop]
  try {
    work()
  } finally {
    run.loops = loops
  }
}

function renderSeparator(run: Run, { body }: NodeOf<'sep'>): void {
  const loop = run.loops.at(-1)
  if (loop !== undefined && loop.index < loop.items.length - 1) render(run, body)
}

function renderTurn(run: Run, body: readonly TemplateNode[]): void {
  try {
    render(run, body)
  } catch (error) {
    if (!(error instanceof ContinueSignal)) throw error
  }
}

function assignAll(run: Run, { scope, assignments, at }: NodeOf<'assign'>): void {
  for (const assignment of assignments) assign(run, scope, assignment.name, assignedValue(run, scope, assignment), at)
}

function assignedValue(run: Run, scope: Scope, { name, operator, value }: Assignment): TemplateValue {
  if (operator === '=') return evaluate(run, value)
  const variables = scope === 'local' ? run.frames.at(-1)?.variables : run.variables
  const left = variables?.get(name)
  if (left === undefined) throw new Fault(`${name} has no value yet`, value.at)
  const operand = { kind: 'group', of: value, at: value.at } as const
  run.variables.set(ASSIGNED, left)
  const previous = { kind: 'name', name: ASSIGNED, at: value.at } as const
  return evaluate(run, { kind: 'binary', operator, left: previous, right: operand, at: value.at })
}

/** No template can name it. */
const ASSIGNED = ' assigned'

function assign(run: Run, scope: Scope, name: string, value: TemplateValue, at: number): void {
  if (scope === 'template') run.variables.set(name, value)
  else {
    const frame = run.frames.at(-1)
    if (frame === undefined) throw new Fault('<#local> is outside of a macro and a function', at)
    frame.variables.set(name, value)
  }
}

function renderDirective(run: Run, node: NodeOf<'directive'>): void {
  const { name, named, positional, body, bodyVariables, at } = node
  const callee = run.variables.get(name)
  const args = {
    named: new Map(named.map((arg) => [arg.name, evaluate(run, arg.value)])),
    positional: positional.map((arg) => evaluate(run, arg)),
    nested: body === undefined ? undefined : nestedRenderer(run, bodyVariables, at, () => render(run, body)),
  }
  if (callee === undefined && name === 'indent') renderIndent(run, args, node)
  else if (callee instanceof RoutineValue && callee.routine.kind === 'macro') {
    callRoutine(run, callee, args, { at, evaluate, render })
  } else throw new Fault(`There is no macro ${name}`, at)
}

const MAX_INDENT = 1000

/** Puts blanks after each line break of the body. */
function renderIndent(run: Run, { named, positional }: RoutineArguments, { body, at }: NodeOf<'directive'>): void {
  const count = named.get('count')
  if (count === undefined || named.size > 1 || positional.length > 0) {
    throw new Fault('<@indent> has one parameter: count', at)
  }
  const spaces = numberOf(count, at)
  if (spaces < 0 || spaces > MAX_INDENT) throw new Fault(`count is a number from 0 to ${MAX_INDENT}`, at)
  const text = capture(run, () => render(run, body ?? []))
  const lines = text.split('\n').length - 1
  if (text.length + lines * spaces > renderLimits.output) throw new LimitFault('The output is too long', at)
  print(run, text.replaceAll('\n', `\n${' '.repeat(Math.trunc(spaces))}`), at)
}

function renderInclude(run: Run, { name, at }: NodeOf<'include'>): void {
  const wanted = evaluateText(run, name)
  const included = run.findTemplate(wanted)
  if (included === undefined) throw new Fault(`There is no configuration with the id "${wanted.slice(0, 100)}"`, at)
  entering(run, { source: included.source, at }, () => render(run, included.nodes))
}

/** Variables that were assigned stay assigned; text that was printed is dropped. */
function renderAttempt(run: Run, { body, recover, at }: NodeOf<'attempt'>): void {
  let text: string
  try {
    text = capture(run, () => render(run, body))
  } catch (error) {
    if (!(error instanceof Fault) || error instanceof LimitFault || error instanceof Signal) throw error
    render(run, recover)
    return
  }
  print(run, text, at)
}

/** Each run of blanks costs more than a character that is printed. */
const COMPRESSION = 4

function renderCompressed(run: Run, { body, at }: NodeOf<'compress'>): void {
  const text = capture(run, () => render(run, body))
  countStep(run, at, text.length * COMPRESSION)
  print(run, compressed(text), at)
}

const compressed = (text: string): string =>
  text.trim().replaceAll(/\s+/g, (blanks) => (/[\r\n]/.test(blanks) ? '\n' : ' '))
