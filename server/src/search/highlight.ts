import type { HighlightRange, MessageDocument } from '@logyard/contract/search-results'
import type { QueryNode } from '@logyard/languages/query/query-tree'

/** Where in a message the text of a query is found: by field. */
export type Highlight = (queryText: QueryNode) => (document: MessageDocument) => Record<string, HighlightRange[]>
