import type { SyntaxNode } from '@lezer/common'
import type { RuleStatement, RuleTree } from './rule-tree.ts'
import { ExpressionBuilder, partsOf, RuleSyntaxError } from './syntax/build-expression.ts'
import { type ParsedSource, parseSource } from './syntax/parse-source.ts'

/** Parses a rule. Its names and types are not checked. */
export const parseRuleTree = (source: string): ParsedSource<RuleTree> => parseSource(source, 'rule', buildRule)

function buildRule(rule: SyntaxNode, source: string): RuleTree {
  const builder = new ExpressionBuilder(source)
  // "rule", the title, "when", the condition
  const condition = partsOf(rule)[3]
  if (condition === undefined) throw new RuleSyntaxError('The rule has no condition', rule.from)
  return {
    title: builder.title(rule),
    condition: builder.expression(condition),
    statements: partsOf(rule).flatMap((node) => buildStatement(node, builder)),
  }
}

function buildStatement(node: SyntaxNode, builder: ExpressionBuilder): readonly RuleStatement[] {
  const parts = partsOf(node)
  if (node.name === 'CallStatement' && parts[0] !== undefined) return [{ kind: 'call', call: builder.call(parts[0]) }]
  const [, name, value] = parts
  if (node.name !== 'LetStatement' || name === undefined || value === undefined) return []
  return [{ kind: 'let', name: builder.name(name), value: builder.expression(value) }]
}
