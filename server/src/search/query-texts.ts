import { parseQuery } from '@logyard/languages/query/parse-query'
import type { QueryNode } from '@logyard/languages/query/query-tree'
import { queryTextRefused } from './search-errors.ts'

export interface QueryTexts {
  /** Of a query, or of a search type; throws `queryTextRefused`. */
  parse(text: string): QueryNode
  /** Of a filter, where a wildcard may always come first. */
  parseFilter(text: string): QueryNode
}

export function createQueryTexts(allowLeadingWildcard: boolean): QueryTexts {
  const parseWith = (allowed: boolean) => {
    const trees = new Map<string, QueryNode>()
    return (text: string): QueryNode => {
      const known = trees.get(text)
      if (known !== undefined) return known
      const parsed = parseQuery(text, { allowLeadingWildcard: allowed })
      if (!parsed.ok) throw queryTextRefused(text, parsed.errors.map(({ message }) => message).join(', '))
      trees.set(text, parsed.tree)
      return parsed.tree
    }
  }
  return { parse: parseWith(allowLeadingWildcard), parseFilter: parseWith(true) }
}
