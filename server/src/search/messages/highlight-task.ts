/** Highlights the messages of a page, for a thread that can be stopped. */
import type { HighlightRange, MessageDocument } from '@logyard/contract/search/search-results'
import type { Analyzer } from '@logyard/languages/query/analyzers'
import { compileHighlights } from '@logyard/languages/query/compile-highlights'
import type { QueryNode } from '@logyard/languages/query/query-tree'
import { boundedTask } from '../../platform/bounded-runs/bounded-task.ts'

/** The ranges of each field. */
export type Highlights = Record<string, HighlightRange[]>

/** Plain data. */
export interface HighlightInput {
  readonly queryText: QueryNode
  readonly messages: readonly { readonly document: MessageDocument; readonly analyzer: Analyzer }[]
}

export function highlightPage({ queryText, messages }: HighlightInput): Highlights[] {
  const find = compileHighlights(queryText)
  return messages.map(({ document, analyzer }) => {
    const byField: Highlights = {}
    for (const [field, value] of Object.entries(document)) {
      const ranges = find(field, value, analyzer)
      if (ranges.length > 0) byField[field] = [...ranges]
    }
    return byField
  })
}

export const highlightTask = boundedTask(import.meta.url, highlightPage)
