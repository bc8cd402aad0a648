/**
 * The filters of all who wait for messages, between them and processing: threads test each message against them, and
 * matches are passed on once the messages are stored, so a search finds them.
 */
import { parseQuery } from '@logyard/languages/query/parse-query'
import type { QueryNode } from '@logyard/languages/query/query-tree'
import type { FieldTypes } from '@logyard/languages/query-sql/field-schema'
import { numberFieldsOf } from '@logyard/languages/query-sql/number-fields'
import { createListeners } from '../../platform/listeners.ts'
import type { FilterMatches, MessageFilter } from './message-filter.ts'

export type MessageFilters = ReturnType<typeof createMessageFilters>

export type FilterDraft = Omit<MessageFilter, 'numberFields'>

export function createMessageFilters() {
  const changed = createListeners()
  const stored = createListeners<[FilterMatches]>()
  let filters: readonly { readonly draft: FilterDraft; readonly tree: QueryNode }[] = []
  return {
    /** A filter whose query cannot be read is left out. */
    replace(drafts: readonly FilterDraft[]) {
      filters = drafts.flatMap((draft) => {
        const parsed = parseQuery(draft.query, { allowLeadingWildcard: true })
        return parsed.ok ? [{ draft, tree: parsed.tree }] : []
      })
      changed.notify()
    },
    /** For the threads. It depends on the types of the fields that are known now. */
    settings: (types: FieldTypes): readonly MessageFilter[] =>
      filters.map(({ draft, tree }) => ({ ...draft, numberFields: numberFieldsOf(tree, types) })),
    onChange: changed.add,
    stored(matches: FilterMatches) {
      if (matches.size > 0) stored.notify(matches)
    },
    /** Called with the matches of stored messages. */
    onStored: stored.add,
  }
}
