/** Refuses questions about masked fields that would spell out their values. */
import { parseQuery } from '@logyard/languages/query/parse-query'
import type { FieldRef, QueryNode } from '@logyard/languages/query/query-tree'
import { OperationRefused } from '../operation-client.ts'
import type { Masks } from './masks.ts'

/** Conditions that only an exact value meets, or any value. */
const EXACT: ReadonlySet<QueryNode['kind']> = new Set(['all', 'exists', 'term', 'phrase'])
/** Metrics that tell no value. */
const COUNTS: ReadonlySet<string> = new Set(['count', 'card'])

const refused = (field: string) =>
  new OperationRefused(
    `The values of ${field} are masked: compare them as a whole, such as ${field}:"value", or count them with count or card.`,
  )

export function requireExactQuery(query: string, masks: Masks): void {
  if (masks.fields.length === 0) return
  const parsed = parseQuery(query, { allowLeadingWildcard: true })
  // The API tells what is wrong with a query that cannot be read.
  if (parsed.ok) requireExactNode(parsed.tree, masks)
}

export function requireCount(metric: string, field: string | undefined, masks: Masks): void {
  if (field !== undefined && masks.isMasked(field) && !COUNTS.has(metric)) throw refused(field)
}

function requireExactNode(node: QueryNode, masks: Masks): void {
  if (node.kind === 'bool') {
    for (const part of [...node.must, ...node.should, ...node.mustNot]) requireExactNode(part, masks)
    return
  }
  if (EXACT.has(node.kind) || !('field' in node) || node.field === undefined) return
  if (namesMasked(node.field, masks)) throw refused(node.field.name)
}

const namesMasked = ({ name, pattern }: FieldRef, masks: Masks): boolean => pattern || masks.isMasked(name)
