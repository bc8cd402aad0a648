/**
 * Divides the condition of a query that has words without a field name. Most words are in the messages' texts, which have
 * an index of words, and in no value of a long field, which other indices tell. The engine uses these indices only if
 * both are asked apart: joined by OR it reads all of these columns.
 */

import type { Leaf } from '../query/leaf.ts'
import type { QueryNode } from '../query/query-tree.ts'
import { type Sql, sql } from '../sql/sql.ts'
import { compileCondition, type Spend } from './compile-condition.ts'
import { allOf, anyOf, not } from './condition.ts'
import type { FieldSchema } from './field-schema.ts'
import { MAX_STORED_VALUE_LENGTH } from './stored-text.ts'
import { unfieldedParts } from './unfielded-condition.ts'

/** The statement repeats the condition, so it would be long for more. */
const MAX_WORDS = 8
const MAX_CHARACTERS = 25_000

/**
 * Two conditions that no message satisfies both of; one of them is satisfied by each message that satisfies all trees.
 * `undefined` if there is nothing to divide.
 */
export function splitCondition(
  trees: readonly QueryNode[],
  schema: FieldSchema,
  now: number,
  spend?: Spend,
): readonly [quick: Sql, rest: Sql] | undefined {
  const words = new Set(trees.flatMap(requiredWords))
  if (words.size === 0 || words.size > MAX_WORDS) return undefined
  const whole = allOf(trees.map((tree) => compileCondition(tree, schema, now, spend)))
  if (whole.text.length > MAX_CHARACTERS) return undefined
  const parts = new Map([...words].map((leaf) => [leaf, unfieldedParts(leaf, schema, now)]))
  const quickOf = (leaf: Leaf) => parts.get(leaf)?.quick
  const quick = allOf(trees.map((tree) => compileCondition(tree, schema, now, undefined, quickOf)))
  // A message that satisfies the whole condition, but not the quick one, has one of the words in an indexed column.
  const indexed = anyOf([...parts.values()].map((part) => part.indexed))
  // `identity` hides what no index excludes: by a condition of more than some 30 parts the engine excludes nothing.
  const hidden = [whole, not(quick)].map((condition) => sql`identity(${condition})`)
  return [quick, allOf([indexed, ...hidden])]
}

/** The words and phrases without a field name that are not excluded. */
function requiredWords(node: QueryNode): readonly Leaf[] {
  switch (node.kind) {
    case 'bool':
      return (node.must.length > 0 ? node.must : node.should).flatMap(requiredWords)
    case 'term':
    case 'phrase':
      return node.field === undefined && node.text.length <= MAX_STORED_VALUE_LENGTH ? [node] : []
    default:
      return []
  }
}
