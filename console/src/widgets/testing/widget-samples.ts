/** Widgets and ids for tests. */
import type {
  AggregationConfig,
  AggregationWidget,
  MessagesWidget,
  ViewState,
} from '@logyard/contract/views/view-state'
import { messagesConfig } from '../../view-document/editing/new-widgets.ts'
import { emptyViewState } from '../../view-document/editing/view-changes.ts'
import { emptyAggregation } from '../../view-document/model/aggregation-config.ts'

export function countingIds(prefix = 'id') {
  let count = 0
  const next = () => {
    count += 1
    return `${prefix}-${count}`
  }
  return { uuid: next, objectId: next }
}

const plain = { filter: null, timerange: null, query: null, streams: [] }

export const aggregationWidget = (id: string, config: Partial<AggregationConfig> = {}): AggregationWidget => ({
  ...plain,
  id,
  type: 'aggregation',
  config: { ...emptyAggregation, ...config },
})

export const messagesWidget = (id: string, changes: Partial<MessagesWidget['config']> = {}): MessagesWidget => ({
  ...plain,
  id,
  type: 'messages',
  config: { ...messagesConfig(), ...changes },
})

export const viewState = (changes: Partial<ViewState> = {}): ViewState => ({ ...emptyViewState, ...changes })
