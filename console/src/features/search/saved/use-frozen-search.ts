import { MAX_FROZEN_MESSAGES } from '@logyard/contract/search/frozen-links'
import { columnsOf } from '../../../messages-table/export/message-export.ts'
import { useFrozenDraft } from '../../../messages-table/selection/use-frozen-draft.ts'
import { resultOfWidget } from '../../../view-document/execution/widget-results.ts'
import { isMessages, messagesResult } from '../../../view-document/model/view-model.ts'
import type { SessionState } from '../editing/search-session.ts'
import { searchedMessages } from '../editing/searched-messages.ts'

/** The search with the messages of its first table that are loaded. */
export function useFrozenSearch(state: SessionState) {
  const table = state.history.present.page.widgets.find(isMessages)
  const shown = table && messagesResult(resultOfWidget(table.id, state.run))?.messages
  const columns = table === undefined ? [] : columnsOf(table)
  return useFrozenDraft(searchedMessages(state, undefined), shown?.slice(0, MAX_FROZEN_MESSAGES) ?? [], columns)
}
