import type { CheckedRule } from './check/checked-rule.ts'
import { compileExpression, type RunOfRule } from './compile-expression.ts'
import type { RuleParseError } from './parse-error.ts'
import { parseRule, type RuleLibrary } from './parse-rule.ts'
import type { RuleValue } from './rule-values.ts'

/** Both methods throw `RuleFault`. Variables do not survive a call. */
export interface CompiledRule<Run> {
  /** The title in the source. */
  readonly name: string
  readonly usedFunctions: ReadonlySet<string>
  matches(run: Run): boolean
  execute(run: Run): void
}

export type CompilationOfRule<Run> =
  | { readonly ok: true; readonly rule: CompiledRule<Run> }
  | { readonly ok: false; readonly errors: readonly RuleParseError[] }

/** Compiles a source to closures. */
export function compileRule<Run extends RunOfRule, Tools>(
  source: string,
  library: RuleLibrary<Run, Tools>,
): CompilationOfRule<Run> {
  const parsed = parseRule(source, library)
  return parsed.ok ? { ok: true, rule: compileChecked(parsed.rule) } : parsed
}

/** A condition cannot declare variables. */
const NO_VARIABLES: RuleValue[] = []

function compileChecked<Run extends RunOfRule, Tools>(rule: CheckedRule<Run, Tools>): CompiledRule<Run> {
  const { title, tools, slots, usedFunctions } = rule
  // A condition of any other type never matches, whatever its value.
  const isCondition = rule.condition.type === 'Boolean'
  const condition = compileExpression(rule.condition, tools)
  const steps = rule.statements.map((statement) => ({
    slot: statement.kind === 'let' ? statement.slot : -1,
    compute: compileExpression(statement.value, tools),
  }))
  return {
    name: title,
    usedFunctions,
    matches: (run) => isCondition && condition(run, NO_VARIABLES) === true,
    execute(run) {
      const variables: RuleValue[] = new Array<RuleValue>(slots).fill(null)
      for (const { slot, compute } of steps) {
        const value = compute(run, variables)
        if (slot >= 0) variables[slot] = value
      }
    },
  }
}
