/** The conditions of aggregations: comparisons of series with numbers, joined by boolean nodes. */

/** Deeper expressions, and those with more nodes, are refused. */
export const MAX_EXPRESSION_DEPTH = 100
export const MAX_EXPRESSION_NODES = 1000

export const COMPARISONS = ['<', '<=', '>', '>=', '=='] as const
export type Comparison = (typeof COMPARISONS)[number]

export type NumberExpr =
  | { readonly expr: 'number'; readonly value: number }
  /** `ref` is the id of a series. */
  | { readonly expr: 'number-ref'; readonly ref: string }

export type Expression =
  | { readonly expr: 'true' }
  | { readonly expr: '&&' | '||'; readonly left: Expression; readonly right: Expression }
  | { readonly expr: '!'; readonly left: Expression }
  | { readonly expr: Comparison; readonly left: NumberExpr; readonly right: NumberExpr }
  /** The operator is informational. */
  | { readonly expr: 'group'; readonly operator: '&&' | '||'; readonly child: Expression }

/** An expression, or why the value is not one. */
export type ReadExpression = { readonly expression: Expression } | { readonly problem: string }

class Malformed extends Error {}

interface Node {
  readonly expr?: unknown
  readonly left?: unknown
  readonly right?: unknown
  readonly value?: unknown
  readonly ref?: unknown
  readonly operator?: unknown
  readonly child?: unknown
}

/** Reads any JSON as an expression. Unknown nodes, missing operands and unknown properties are problems. */
export function readExpression(value: unknown): ReadExpression {
  let nodes = 0

  function node(candidate: unknown, depth: number): { readonly expr: string; readonly at: Node } {
    nodes += 1
    if (nodes > MAX_EXPRESSION_NODES) throw new Malformed(`has more than ${MAX_EXPRESSION_NODES} nodes`)
    if (depth > MAX_EXPRESSION_DEPTH) throw new Malformed(`is nested deeper than ${MAX_EXPRESSION_DEPTH} levels`)
    if (!isObject(candidate)) throw new Malformed('misses an operand')
    const { expr } = candidate
    if (typeof expr !== 'string') throw new Malformed('has a node without expr')
    return { expr, at: candidate }
  }

  function only(at: Node, names: readonly string[]): void {
    const unknown = Object.keys(at).find((name) => name !== 'expr' && !names.includes(name))
    if (unknown !== undefined) throw new Malformed(`has the unknown property ${unknown.slice(0, 100)}`)
  }

  function numberOf(candidate: unknown, depth: number): NumberExpr {
    const { expr, at } = node(candidate, depth)
    if (expr === 'number') {
      only(at, ['value'])
      if (typeof at.value !== 'number' || !Number.isFinite(at.value)) throw new Malformed('has a number without value')
      return { expr, value: at.value }
    }
    if (expr !== 'number-ref') throw new Malformed(`cannot compare ${expr.slice(0, 100)}`)
    only(at, ['ref'])
    if (typeof at.ref !== 'string') throw new Malformed('has a number-ref without ref')
    return { expr, ref: at.ref }
  }

  function booleanOf(candidate: unknown, depth: number): Expression {
    const { expr, at } = node(candidate, depth)
    const next = depth + 1
    switch (expr) {
      case 'true':
        only(at, [])
        return { expr }
      case '&&':
      case '||':
        only(at, ['left', 'right'])
        return { expr, left: booleanOf(at.left, next), right: booleanOf(at.right, next) }
      case '!':
        only(at, ['left'])
        return { expr, left: booleanOf(at.left, next) }
      case '<':
      case '<=':
      case '>':
      case '>=':
      case '==':
        only(at, ['left', 'right'])
        return { expr, left: numberOf(at.left, next), right: numberOf(at.right, next) }
      case 'group':
        only(at, ['operator', 'child'])
        if (at.operator !== '&&' && at.operator !== '||') throw new Malformed('has a group without operator')
        return { expr, operator: at.operator, child: booleanOf(at.child, next) }
      default:
        throw new Malformed(`has the unknown node ${expr.slice(0, 100)}`)
    }
  }

  try {
    return { expression: booleanOf(value, 1) }
  } catch (error) {
    if (error instanceof Malformed) return { problem: `The expression ${error.message}.` }
    throw error
  }
}

const isObject = (value: unknown): value is Node => typeof value === 'object' && value !== null && !Array.isArray(value)
