/** A filter as people read it: a field, a value and whether it is excluded, as far as its query says no more. */
import { parseQuery } from '@logyard/languages/query/parse-query'
import type { QueryNode } from '@logyard/languages/query/query-tree'

export interface FilterParts {
  readonly isExcluded: boolean
  /** Without the `NOT` of an excluded filter. */
  readonly query: string
  /** Only for one field with one value. */
  readonly simple: { readonly field: string; readonly value: string } | undefined
}

const NOT = /^NOT\s+/

export function partsOf(query: string): FilterParts {
  const text = query.trim()
  const parsed = parseQuery(text, { allowLeadingWildcard: true })
  if (!parsed.ok) return { isExcluded: false, query: text, simple: undefined }
  const inner = NOT.test(text) ? excludedBy(parsed.tree) : undefined
  return inner === undefined
    ? { isExcluded: false, query: text, simple: simpleOf(parsed.tree) }
    : { isExcluded: true, query: text.replace(NOT, ''), simple: simpleOf(inner) }
}

/** What the query excludes if it does nothing else. */
function excludedBy(tree: QueryNode): QueryNode | undefined {
  if (tree.kind !== 'bool' || tree.must.length > 0 || tree.should.length > 0) return undefined
  return tree.mustNot.length === 1 ? tree.mustNot[0] : undefined
}

function simpleOf(node: QueryNode): FilterParts['simple'] {
  const isValue = node.kind === 'term' || (node.kind === 'phrase' && node.slop === 0)
  if (!isValue || node.field === undefined || node.field.pattern) return undefined
  return { field: node.field.name, value: node.text }
}

/** The query of these parts; several words or conditions are excluded as one. */
export function queryOfParts({ isExcluded, query, simple }: FilterParts): string {
  if (!isExcluded) return query
  return simple !== undefined || isInParentheses(query) ? `NOT ${query}` : `NOT (${query})`
}

/** Whether the first parenthesis is closed by the last one; quotes and escapes only make it more careful. */
function isInParentheses(query: string): boolean {
  return /^\([^()"\\]*\)$/.test(query)
}

export const inverted = (query: string): string => {
  const parts = partsOf(query)
  return queryOfParts({ ...parts, isExcluded: !parts.isExcluded })
}
