/** Formulas over the figures of an aggregation, such as `A / B * 100`: the expressions of steps, over numbers only. */
import type { QuerySyntaxError } from '../query/query-syntax-error.ts'
import { checkExpression } from './check-expression.ts'
import { requireType } from './check-types.ts'
import { parseExpression } from './parse-expression.ts'
import { runExpression } from './run-expression.ts'
import { isFunctionName } from './step-functions.ts'
import { listed, refuse, replacing, StepProblem } from './step-problem.ts'
import { StepScope } from './step-scope.ts'
import type { ExpressionSyntax } from './step-syntax.ts'
import { stepTokens } from './step-tokens.ts'
import { TokenReader } from './token-reader.ts'

type Figure = number | null

export type CompiledFormula =
  /** `run` takes the figures in the order of the names. */
  | { readonly ok: true; readonly run: (figures: readonly Figure[]) => Figure }
  | { readonly ok: false; readonly error: QuerySyntaxError }

/** Functions of numbers and of conditions on numbers. */
export const FORMULA_FUNCTIONS: readonly string[] = [
  'if',
  'coalesce',
  'exists',
  'abs',
  'floor',
  'ceil',
  'round',
  'sqrt',
]
export const MAX_FORMULA_LENGTH = 500

/** Never throws. */
export function compileFormula(text: string, names: readonly string[]): CompiledFormula {
  try {
    if (text.length > MAX_FORMULA_LENGTH)
      refuse(`A formula has at most ${MAX_FORMULA_LENGTH} characters.`, { from: MAX_FORMULA_LENGTH, to: text.length })
    const reader = new TokenReader(stepTokens(text, 0))
    const syntax = parseExpression(reader)
    if (reader.peek().kind !== 'end')
      refuse('A formula ends here: between two values belongs an operator.', reader.peek())
    requireKnown(syntax, names)
    const scope = new StepScope({ fieldType: () => 'nothing', grok: undefined, nowMs: 0, rangeMs: 1 })
    const columns = names.map((name, at) => ({ id: at, name, type: 'number', field: undefined }) as const)
    scope.replaceAll(columns, [], { terms: [], areMessages: false })
    const expression = checkExpression(syntax, scope)
    requireType({ ...expression, syntax }, 'number', 'a formula is a number')
    return {
      ok: true,
      run(figures) {
        const value = runExpression(expression, (id) => figures[id] ?? null)
        return typeof value === 'number' ? value : null
      },
    }
  } catch (error) {
    if (!(error instanceof StepProblem)) throw error
    return { ok: false, error: error.problem }
  }
}

function requireKnown(syntax: ExpressionSyntax, names: readonly string[]): void {
  if (syntax.kind === 'name' && !names.includes(syntax.name)) {
    const meant = names.find((name) => name.toLowerCase() === syntax.name.toLowerCase())
    refuse(
      `There is no metric ${syntax.name}: there ${names.length === 1 ? 'is' : 'are'} ${listed(names)}.`,
      syntax.span,
      meant === undefined ? undefined : replacing(syntax.span, meant),
    )
  }
  if (syntax.kind !== 'call') return
  const name = syntax.name.toLowerCase()
  if (!syntax.isOperator && isFunctionName(name) && !FORMULA_FUNCTIONS.includes(name))
    refuse(`${name} is no function of formulas: they have ${listed(FORMULA_FUNCTIONS)}.`, syntax.nameSpan)
  for (const arg of syntax.args) requireKnown(arg, names)
}
