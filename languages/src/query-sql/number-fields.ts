import type { FieldRef, QueryNode } from '../query/query-tree.ts'
import { type FieldTypes, holdsNumbers } from './field-schema.ts'
import { matchingFields } from './matching-fields.ts'

/** The fields that a query names and that hold numbers: a predicate, which has no schema, needs them. */
export function numberFieldsOf(tree: QueryNode, schema: FieldTypes): readonly string[] {
  const names = new Set<string>()
  for (const field of fieldsOf(tree)) {
    const all = field.pattern ? matchingFields(field.name, schema) : [field.name]
    for (const name of all) if (holdsNumbers(name, schema)) names.add(name)
  }
  return [...names]
}

function fieldsOf(node: QueryNode): readonly FieldRef[] {
  if (node.kind === 'bool') return [...node.must, ...node.should, ...node.mustNot].flatMap(fieldsOf)
  return node.kind === 'all' || node.field === undefined ? [] : [node.field]
}
