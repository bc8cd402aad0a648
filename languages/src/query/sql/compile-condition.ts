import type { QueryNode } from '../query-tree.ts'
import type { FieldSchema } from './field-schema.ts'

/**
 * A query as an SQL condition over the table of messages: no bound parameters, everything is in the text. `now` is in
 * milliseconds, for date maths.
 */
export function compileCondition(tree: QueryNode, _schema: FieldSchema, _now: number): string {
  if (tree.kind === 'all') return '1'
  throw new Error(`there is no SQL for a ${tree.kind} yet`)
}
