import type { HighlightRange, MessageDocument } from '@logyard/contract/search/search-results'
import { compileHighlights } from '@logyard/languages/query/compile-highlights'
import type { QueryNode } from '@logyard/languages/query/query-tree'
import { analyzerOf, type FieldSchema } from '@logyard/languages/query-sql/field-schema'

/** Finds the parts of a message that match the text of a query, by field. */
export type Highlight = (
  queryText: QueryNode,
  schema: FieldSchema,
) => (document: MessageDocument, index: string) => Record<string, HighlightRange[]>

export const highlightMessages: Highlight = (queryText, schema) => {
  const find = compileHighlights(queryText)
  return (document, index) => {
    const analyzer = analyzerOf(index, schema)
    const byField: Record<string, HighlightRange[]> = {}
    for (const [field, value] of Object.entries(document)) {
      const ranges = find(field, value, analyzer)
      if (ranges.length > 0) byField[field] = [...ranges]
    }
    return byField
  }
}
