import { CheckContext } from './check/check-context.ts'
import { checkExpression } from './check/check-expression.ts'
import type { CheckedRule, CheckedStatement } from './check/checked-rule.ts'
import { type RuleParseError, sortErrors } from './parse-error.ts'
import { parseRuleTree } from './parse-rule-tree.ts'
import type { RuleFunction } from './rule-function.ts'
import type { RuleStatement } from './rule-tree.ts'

/** The functions that a rule may call. Constant arguments are prepared with the tools. */
export interface RuleLibrary<Run, Tools> {
  readonly functions: ReadonlyMap<string, RuleFunction<Run, Tools>>
  readonly tools: Tools
}

export type ParsedRule<Run, Tools> =
  | { readonly ok: true; readonly rule: CheckedRule<Run, Tools> }
  | { readonly ok: false; readonly errors: readonly RuleParseError[] }

/** Parses a rule and checks its names and types. All errors are reported, except those behind a syntax error. */
export function parseRule<Run, Tools>(
  source: string,
  { functions, tools }: RuleLibrary<Run, Tools>,
): ParsedRule<Run, Tools> {
  const parsed = parseRuleTree(source)
  if (!parsed.ok) return { ok: false, errors: [parsed.error] }
  const { title, condition, statements } = parsed.tree
  const context = new CheckContext(source, functions, tools)
  const checkedCondition = checkExpression(condition, context)
  const checkedStatements = statements.map((statement) => checkStatement(statement, context))
  if (context.errors.length > 0) return { ok: false, errors: sortErrors(context.errors) }
  const { slots, usedFunctions } = context
  const rule = { title, condition: checkedCondition, statements: checkedStatements, slots, tools, usedFunctions }
  return { ok: true, rule }
}

function checkStatement<Run, Tools>(
  statement: RuleStatement,
  context: CheckContext<Run, Tools>,
): CheckedStatement<Run, Tools> {
  if (statement.kind === 'call') return { kind: 'value', value: checkExpression(statement.call, context) }
  const value = checkExpression(statement.value, context)
  return { kind: 'let', slot: context.declare(statement.name, value.type).slot, value }
}
