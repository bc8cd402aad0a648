/** Turns the steps that were written into the program that they mean, or says what is wrong. */
import type { QuerySyntaxError } from '../query/query-syntax-error.ts'
import { checkStep, type StepResult } from './check-step.ts'
import { parseSteps } from './parse-steps.ts'
import { StepProblem } from './step-problem.ts'
import { type StepEnvironment, StepScope } from './step-scope.ts'
import type { StepSyntax } from './step-syntax.ts'
import type { Step, StepChart, StepProgram } from './step-tree.ts'

export type CheckedSteps =
  | { readonly ok: true; readonly program: StepProgram }
  | { readonly ok: false; readonly errors: readonly [QuerySyntaxError, ...QuerySyntaxError[]] }

/** Never throws. `from` is the offset of the first `|`. */
export function compileSteps(text: string, from: number, environment: StepEnvironment): CheckedSteps {
  const parsed = parseSteps(text, from)
  const scope = new StepScope(environment)
  const steps: Step[] = []
  let chart: StepChart | undefined
  try {
    // What follows a step with an error may use the names that it would define.
    const firstError = parsed.errors[0]?.from ?? Number.POSITIVE_INFINITY
    for (const step of parsed.steps.filter(({ span }) => span.from < firstError)) {
      const checked: StepResult = checkStep(step, scope)
      steps.push(...checked.steps)
      chart = checked.chart === 'none' ? undefined : (checked.chart ?? chart)
    }
    const [first, ...others] = parsed.errors
    if (first !== undefined) return { ok: false, errors: [first, ...others] }
    const columns = scope.result()
    return { ok: true, program: { base: scope.base, steps, columns, order: scope.order, chart } }
  } catch (error) {
    if (!(error instanceof StepProblem)) throw error
    return { ok: false, errors: [error.problem, ...parsed.errors] }
  }
}

/** The names that can be used behind these steps; of steps with errors as far as they are understood. */
export function namesAfter(
  steps: readonly StepSyntax[],
  environment: StepEnvironment,
): Pick<StepScope, 'names' | 'knowsFields'> {
  const scope = new StepScope(environment)
  try {
    for (const step of steps) checkStep(step, scope)
  } catch (error) {
    if (!(error instanceof StepProblem)) throw error
  }
  return { names: scope.names, knowsFields: scope.knowsFields }
}
