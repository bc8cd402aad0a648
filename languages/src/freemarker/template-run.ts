/** The state of one rendering: its variables, its output and its limits. */
import type { RE2JS } from 're2js'
import { Fault } from './template-error.ts'
import type { TemplateNode } from './template-tree.ts'
import type { RoutineValue, TemplateHash, TemplateValue } from './template-values.ts'

export const renderLimits = {
  /** Characters of the output, also while it is computed. */
  output: 1_000_000,
  /** Nodes and values computed; work on long texts counts by their length. */
  steps: 500_000,
  /** Nested macros, functions and included templates. */
  depth: 50,
}

export interface LoopState {
  readonly items: readonly (readonly TemplateValue[])[]
  index: number
  /** The names of the variables that are the loop's. */
  names: readonly string[]
  /** Whether `items` ran, which a list without variables needs. */
  ranItems: boolean
}

/** A call of a macro or function. */
export interface Frame {
  readonly variables: Map<string, TemplateValue>
  /** Renders the body of the call, with the values of its variables. */
  readonly renderNested: ((values: readonly TemplateValue[]) => void) | undefined
}

export interface Run {
  readonly data: TemplateHash
  readonly variables: Map<string, TemplateValue>
  /** The innermost is the last one. */
  frames: readonly Frame[]
  loops: readonly LoopState[]
  /** The source of the nodes that are rendered: included templates have their own. */
  source: string
  depth: number
  steps: number
  output: string
  /** Regular expressions by their flags and text. */
  readonly compiled: Map<string, RE2JS>
  readonly callFunction: CallFunction
  readonly findTemplate: (name: string) => IncludedTemplate | undefined
}

/** Computes a call of a function, which renders its body. */
export type CallFunction = (run: Run, callee: RoutineValue, args: readonly TemplateValue[], at: number) => TemplateValue

export interface IncludedTemplate {
  readonly source: string
  readonly nodes: readonly TemplateNode[]
}

/** `characters` of a text that the step goes through. An item of a sequence or hash counts as 16. */
export function countStep(run: Run, at: number, characters = 0): void {
  run.steps += 1 + characters / 16
  // Written so that a number of characters that is not a number does not end the counting.
  if (!(run.steps <= renderLimits.steps)) throw new LimitFault('The template does too much work', at)
}

export function print(run: Run, text: string, at: number): void {
  countStep(run, at, text.length)
  if (run.output.length + text.length > renderLimits.output) throw new LimitFault('The output is too long', at)
  run.output += text
}

/** Work in another template, macro or body of a call: the state before comes back afterwards. */
export function entering<Result>(
  run: Run,
  { at, ...inner }: Partial<Pick<Run, 'frames' | 'loops' | 'source'>> & { readonly at: number },
  work: () => Result,
): Result {
  if (run.depth >= renderLimits.depth) throw new LimitFault('Templates or macros call each other too deeply', at)
  const { frames, loops, source, depth } = run
  Object.assign(run, inner, { depth: depth + 1 })
  try {
    return work()
  } catch (error) {
    // The fault needs the source in which it happened.
    if (error instanceof Fault) error.source ??= run.source
    throw error
  } finally {
    Object.assign(run, { frames, loops, source, depth })
  }
}

/** `attempt` does not catch this fault. */
export class LimitFault extends Fault {}

export function findVariable(run: Run, name: string): TemplateValue | undefined {
  for (const loop of run.loops.toReversed()) {
    const place = loop.names.indexOf(name)
    if (place >= 0) return loop.items[loop.index]?.[place]
  }
  return run.frames.at(-1)?.variables.get(name) ?? run.variables.get(name) ?? run.data.get(name)
}

/** Runs something that prints, and returns its text instead of printing it. */
export function capture(run: Run, render: () => void): string {
  const before = run.output
  run.output = ''
  try {
    render()
    return run.output
  } finally {
    run.output = before
  }
}
