import type { FieldRef, QueryNode } from '../query/query-tree.ts'
import type { Sql } from '../sql/sql.ts'
import { ALWAYS, allOf, anyOf, not } from './condition.ts'
import { fieldCondition } from './field-condition.ts'
import type { FieldSchema } from './field-schema.ts'
import { matchingFields } from './matching-fields.ts'
import { fieldSql } from './message-field.ts'
import { unfieldedCondition } from './unfielded-condition.ts'

/**
 * Compiles a query to an SQL condition on the table of messages, without bound parameters. The condition is never NULL.
 * `now` is in milliseconds, for date maths.
 */
export function compileCondition(tree: QueryNode, schema: FieldSchema, now: number): Sql {
  switch (tree.kind) {
    case 'all':
      return ALWAYS
    case 'bool': {
      const compile = (nodes: readonly QueryNode[]) => nodes.map((node) => compileCondition(node, schema, now))
      const excluded = tree.mustNot.map((node) => not(compileCondition(node, schema, now)))
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
      if (tree.field === undefined) return unfieldedCondition(tree, schema, now)
      return anyOf(fieldsOf(tree.field, schema).map((name) => fieldCondition(name, tree, schema, now)))
    }
    default:
      throw tree satisfies never
  }
}

const fieldsOf = (field: FieldRef, schema: FieldSchema): readonly string[] =>
  field.pattern ? matchingFields(field.name, schema) : [field.name]
