/** Calls macros and functions of templates. */
import { Fault, Signal } from './template-error.ts'
import { countStep, entering, type Frame, type Run } from './template-run.ts'
import type { Expression, Parameter, TemplateNode } from './template-tree.ts'
import type { RoutineValue, TemplateValue } from './template-values.ts'

/** Ends a macro or function. */
export class ReturnSignal extends Signal {
  readonly value: TemplateValue | undefined

  constructor(value: TemplateValue | undefined, at: number) {
    super('<#return> is outside of a macro and a function', at)
    this.value = value
  }
}

export interface RoutineArguments {
  readonly positional: readonly TemplateValue[]
  readonly named: ReadonlyMap<string, TemplateValue>
  readonly nested: Frame['renderNested']
}

interface Caller {
  readonly at: number
  readonly evaluate: (run: Run, expression: Expression) => TemplateValue
  readonly render: (run: Run, nodes: readonly TemplateNode[]) => void
}

/** The value of a function; empty for a macro. */
export function callRoutine(run: Run, callee: RoutineValue, args: RoutineArguments, caller: Caller): TemplateValue {
  const { routine } = callee
  const { at, render } = caller
  const frame: Frame = { variables: new Map(), renderNested: args.nested }
  bindArguments(run, frame, callee, args, caller)
  const inner = { frames: [...run.frames, frame], loops: [], source: callee.source }
  if (routine.kind === 'macro') {
    returnedBy(() => entering(run, { ...inner, at }, () => render(run, routine.body)))
    return ''
  }
  const { output } = run
  const value = returnedBy(() => entering(run, { ...inner, at }, () => render(run, routine.body)))
  // Text that a function prints is dropped.
  run.output = output
  if (value === undefined) throw new Fault(`${routine.name} returned no value`, at)
  return value
}

function returnedBy(run: () => void): TemplateValue | undefined {
  try {
    run()
    return undefined
  } catch (error) {
    if (error instanceof ReturnSignal) return error.value
    throw error
  }
}

/** Fallbacks may refer to the parameters before them. */
function bindArguments(run: Run, frame: Frame, callee: RoutineValue, args: RoutineArguments, caller: Caller): void {
  const { name, parameters, rest } = callee.routine
  const { positional, named } = args
  const { at } = caller
  countStep(run, at, 16 * parameters.length)
  for (const [index, parameter] of parameters.entries()) {
    const value = positional[index] ?? named.get(parameter.name) ?? fallbackOf(run, frame, parameter, caller)
    if (value === undefined) throw new Fault(`${name} needs a value for ${parameter.name}`, at)
    frame.variables.set(parameter.name, value)
  }
  const own = new Set(parameters.map((parameter) => parameter.name))
  const others = [...named].filter(([key]) => !own.has(key))
  const surplus = positional.slice(parameters.length)
  if (rest !== undefined) frame.variables.set(rest, others.length > 0 ? new Map(others) : surplus)
  else if (others[0] !== undefined) throw new Fault(`${name} has no parameter ${others[0][0]}`, at)
  else if (surplus.length > 0) throw new Fault(`${name} has ${parameters.length} parameters`, at)
}

function fallbackOf(run: Run, frame: Frame, { fallback }: Parameter, caller: Caller): TemplateValue | undefined {
  if (fallback === undefined) return undefined
  const { at, evaluate } = caller
  return entering(run, { frames: [...run.frames, frame], at }, () => evaluate(run, fallback))
}

/** Renders the body of a call as its caller sees it: with the caller's variables, loops and source. */
export function nestedRenderer(
  run: Run,
  names: readonly string[],
  at: number,
  renderBody: () => void,
): Frame['renderNested'] {
  const { frames, loops, source } = run
  return (values) => {
    const loop = { items: [values], index: 0, names, ranItems: false }
    entering(run, { frames, loops: [...loops, loop], source, at }, renderBody)
  }
}
