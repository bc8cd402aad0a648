/** The permissions that a rule needs for what it reaches beyond the message. */
import { parseRuleTree } from '@logyard/languages/rules/parse-rule-tree'
import type { CallExpression } from '@logyard/languages/rules/rule-tree'
import { ruleFunctions } from '../functions/rule-functions.ts'
import { type ArgumentOf, functionNeeds } from './function-needs.ts'
import type { RuleNeed } from './rule-need.ts'

const paramsOf = new Map(ruleFunctions.map(({ name, params }) => [name, params.map((param) => param.name)]))

/** Each once. None if the source is not a rule: it can never run. Its names and types need not be right. */
export function needsOf(source: string): readonly RuleNeed[] {
  const parsed = parseRuleTree(source)
  if (!parsed.ok) return []
  const needs = callsIn(parsed.tree).flatMap((call) => functionNeeds.get(call.name)?.(argumentsOf(call)) ?? [])
  return [...new Map(needs.map((need) => [JSON.stringify(need), need])).values()]
}

function callsIn(node: unknown): readonly CallExpression[] {
  if (Array.isArray(node)) return node.flatMap(callsIn)
  if (typeof node !== 'object' || node === null) return []
  const below = Object.values(node).flatMap(callsIn)
  return isCall(node) ? [node, ...below] : below
}

/** A statement that is a call has the same kind, and the call as its part. */
const isCall = (node: object): node is CallExpression =>
  'kind' in node && node.kind === 'call' && 'name' in node && 'args' in node

const argumentsOf =
  ({ name: called, args }: CallExpression): ArgumentOf =>
  (param) => {
    const at = paramsOf.get(called)?.indexOf(param) ?? -1
    const found = args.find(({ name }, position) => (name === undefined ? position === at : name === param))
    if (found === undefined) return undefined
    const { value } = found
    const literal = value.kind === 'literal' ? value.value : undefined
    return { text: typeof literal === 'string' ? literal : undefined, isFalse: literal === false }
  }
