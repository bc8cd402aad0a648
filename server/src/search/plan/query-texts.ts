import { parseQuery } from '@logyard/languages/query/parse-query'
import type { QuerySyntaxError } from '@logyard/languages/query/query-syntax-error'
import type { QueryNode } from '@logyard/languages/query/query-tree'
import { createLruMap } from '../../platform/lru-map.ts'
import { queryTextRefused } from '../search-errors.ts'

export interface QueryTexts {
  /** The text of a query or a search type; throws `queryTextRefused`. */
  parse(text: string): QueryNode
  /** The text of a filter, where leading wildcards are always allowed. */
  parseFilter(text: string): QueryNode
}

/** A search has few different texts. */
const MAX_KNOWN = 100

export function createQueryTexts(allowLeadingWildcard: boolean): QueryTexts {
  const parseWith = (allowed: boolean) => {
    const trees = createLruMap<string, QueryNode>(MAX_KNOWN)
    return (text: string): QueryNode => {
      const known = trees.get(text)
      if (known !== undefined) return known
      const parsed = parseQuery(text, { allowLeadingWildcard: allowed })
      if (!parsed.ok) throw queryTextRefused(text, reasonOf(text, parsed.errors))
      trees.set(text, parsed.tree)
      return parsed.tree
    }
  }
  return { parse: parseWith(allowLeadingWildcard), parseFilter: parseWith(true) }
}

/** Clients recognize a refused leading wildcard by this message. */
function reasonOf(text: string, errors: readonly QuerySyntaxError[]): string {
  if (parseQuery(text, { allowLeadingWildcard: true }).ok) return "'*' or '?' not allowed as first character"
  return errors.map(({ message }) => message).join(', ')
}
