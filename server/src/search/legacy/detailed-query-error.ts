import type { DetailedError } from '@logyard/contract/search/universal-search'
import { parseQuery } from '@logyard/languages/query/parse-query'
import type { QueryNode } from '@logyard/languages/query/query-tree'
import { LogyardError } from '../../platform/errors.ts'

/** Parses a query; an invalid one is refused with the position of the error. */
export function parseOrExplain(text: string, allowLeadingWildcard: boolean): QueryNode {
  const parsed = parseQuery(text, { allowLeadingWildcard })
  if (parsed.ok) return parsed.tree
  const [first] = parsed.errors
  const message = `Failed to parse query [${text}]: ${first?.message ?? 'it is not a valid query'}`
  const before = text.slice(0, first?.from ?? 0).split('\n')
  const body: DetailedError = {
    type: 'DetailedError',
    message,
    details: parsed.errors.map((error) => error.message),
    line: before.length,
    column: (before.at(-1)?.length ?? 0) + 1,
  }
  throw new LogyardError('invalid', 'query-text-refused', message, { body })
}
