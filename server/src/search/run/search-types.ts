/** Every search type that Logyard runs. */
import type {
  EventListResult,
  MessageListResult,
  PivotResult,
  SearchTypeResult,
} from '@logyard/contract/search/search-results'
import type { EventList, MessageList, Pivot, SearchType } from '@logyard/contract/search/search-types'
import type { SearchTypeContext, SearchTypeRunner } from '../search-type.ts'

export interface SearchTypeRunners {
  readonly messages: SearchTypeRunner<MessageList, MessageListResult>
  readonly events: SearchTypeRunner<EventList, EventListResult>
  readonly pivot: SearchTypeRunner<Pivot, PivotResult>
}

export function runSearchType(
  runners: SearchTypeRunners,
  searchType: SearchType,
  context: SearchTypeContext,
): Promise<SearchTypeResult> {
  switch (searchType.type) {
    case 'messages':
      return runners.messages.run(searchType, context)
    case 'events':
      return runners.events.run(searchType, context)
    case 'pivot':
      return runners.pivot.run(searchType, context)
  }
}
