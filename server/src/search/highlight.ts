import type { HighlightRange, MessageDocument } from '@logyard/contract/search-results'
import { compileHighlights } from '@logyard/languages/query/compile-highlights'
import type { QueryNode } from '@logyard/languages/query/query-tree'

/** Where in a message the text of a query is found: by field. */
export type Highlight = (queryText: QueryNode) => (document: MessageDocument) => Record<string, HighlightRange[]>

export const highlightMessages: Highlight = (queryText) => {
  const find = compileHighlights(queryText)
  return (document) => {
    const byField: Record<string, HighlightRange[]> = {}
    for (const [field, value] of Object.entries(document)) {
      const ranges = find(field, value)
      if (ranges.length > 0) byField[field] = [...ranges]
    }
    return byField
  }
}
