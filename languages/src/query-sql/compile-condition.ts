import type { Leaf } from '../query/leaf.ts'
import type { FieldRef, QueryNode } from '../query/query-tree.ts'
import type { Sql } from '../sql/sql.ts'
import { ALWAYS, allOf, anyOf, not } from './condition.ts'
import { fieldCondition } from './field-condition.ts'
import type { FieldSchema } from './field-schema.ts'
import { matchingFields } from './matching-fields.ts'
import { fieldSql } from './message-field.ts'
import { unfieldedCondition } from './unfielded-condition.ts'

/** The compiler calls it with each condition of a clause. It throws to stop the compiler. */
export type Spend = (condition: Sql) => void

/**
 * Compiles a query to an SQL condition on the table of messages, without bound parameters. The condition is never NULL.
 * `now` is in milliseconds, for date maths.
 */
export function compileCondition(
  tree: QueryNode,
  schema: FieldSchema,
  now: number,
  spend?: Spend,
  /** Compiles some of the leaves without a field name in another way. */
  unfielded?: (leaf: Leaf) => Sql | undefined,
): Sql {
  const compile = (nodes: readonly QueryNode[]) =>
    nodes.map((node) => compileCondition(node, schema, now, spend, unfielded))
  switch (tree.kind) {
    case 'all':
      return ALWAYS
    case 'bool': {
      const excluded = compile(tree.mustNot).map(not)
      if (tree.must.length > 0) return allOf([...compile(tree.must), ...excluded])
      return allOf([...(tree.should.length > 0 ? [anyOf(compile(tree.should))] : []), ...excluded])
    }
    case 'exists':
      return anyOf(fieldsOf(tree.field, schema).map((name) => fieldSql(name, schema).exists))
    case 'term':
    case 'phrase':
    case 'wildcard':
    case 'regex':
    case 'fuzzy':
    case 'range': {
      const condition =
        tree.field === undefined
          ? (unfielded?.(tree) ?? unfieldedCondition(tree, schema, now))
          : anyOf(fieldsOf(tree.field, schema).map((name) => fieldCondition(name, tree, schema, now)))
      spend?.(condition)
      return condition
    }
    default:
      throw tree satisfies never
  }
}

const fieldsOf = (field: FieldRef, schema: FieldSchema): readonly string[] =>
  field.pattern ? matchingFields(field.name, schema) : [field.name]
