import { RuleObject, type RuleValue } from '../rule-values.ts'

/** A `bigint` is a whole number that a double cannot hold. */
export type JsonTree = null | boolean | number | bigint | string | readonly JsonTree[] | JsonTreeObject

export interface JsonTreeObject {
  readonly [key: string]: JsonTree
}

/** A tree of JSON. Undefined is the tree of a text that is not JSON. */
export class RuleJson extends RuleObject {
  readonly tree: JsonTree | undefined

  constructor(tree: JsonTree | undefined) {
    super()
    this.tree = tree
  }

  /** The value of a key. Texts, numbers and booleans are plain values, objects and arrays are trees again. */
  property(name: string): RuleValue | undefined {
    const { tree } = this
    if (!isJsonObject(tree)) return undefined
    return Object.hasOwn(tree, name) ? childOf(tree[name] ?? null) : undefined
  }

  /** Undefined if the tree is not an array or has no such element. */
  element(index: number): RuleValue | undefined {
    const { tree } = this
    if (!isJsonArray(tree) || index < 0 || index >= tree.length) return undefined
    return childOf(tree[index] ?? null)
  }

  /** Objects as Maps, arrays as Lists, whole numbers as Longs; null without a tree. */
  toRuleValue(): RuleValue {
    return ruleValueOf(this.tree ?? null)
  }

  /** JSON; the empty text without a tree. */
  toText(): string {
    return this.tree === undefined ? '' : jsonOf(this.tree)
  }
}

const isJsonArray = (tree: JsonTree | undefined): tree is readonly JsonTree[] => Array.isArray(tree)

const isJsonObject = (tree: JsonTree | undefined): tree is JsonTreeObject =>
  typeof tree === 'object' && tree !== null && !Array.isArray(tree)

const childOf = (tree: JsonTree): RuleValue =>
  typeof tree === 'object' && tree !== null ? new RuleJson(tree) : ruleValueOf(tree)

/** The text was JSON with a bounded depth, so recursion is. */
function ruleValueOf(tree: JsonTree): RuleValue {
  if (typeof tree === 'number') return Number.isSafeInteger(tree) ? BigInt(tree) : tree
  if (isJsonArray(tree)) return tree.map(ruleValueOf)
  if (isJsonObject(tree)) return new Map(Object.entries(tree).map(([key, value]) => [key, ruleValueOf(value)]))
  return tree
}

function jsonOf(tree: JsonTree): string {
  if (typeof tree === 'bigint') return String(tree)
  if (isJsonArray(tree)) return `[${tree.map(jsonOf).join(',')}]`
  if (!isJsonObject(tree)) return JSON.stringify(tree)
  const entries = Object.entries(tree).map(([key, value]) => `${JSON.stringify(key)}:${jsonOf(value)}`)
  return `{${entries.join(',')}}`
}
