/** What an analyst asks to be explained, as a request. */
import type { ComparedWith, ExplanationRequest } from '@logyard/contract/search/explanations'
import type { MessageSelection } from '@logyard/contract/search/message-selection'
import type { TimeRange } from '@logyard/contract/search/time-ranges'

export interface Explained {
  readonly selection: MessageSelection
  /** Messages of this query; without it, those of a part of the time. */
  readonly query: string | undefined
  /** The range that the selection is a part of; without it, there is no rest. */
  readonly around: TimeRange | undefined
}

export const COMPARISONS: readonly ComparedWith[] = ['rest', 'before', 'yesterday', 'last_week']

export const hasRest = ({ query, around }: Explained): boolean => query !== undefined || around !== undefined

export function explanationRequest(
  { selection, query, around }: Explained,
  compared: ComparedWith,
): ExplanationRequest {
  const inside = {
    ...(query === undefined ? {} : { query }),
    ...(query === undefined && around !== undefined ? { timerange: selection.timerange } : {}),
  }
  return {
    ...selection,
    ...(query === undefined && around !== undefined ? { timerange: around } : {}),
    ...(Object.keys(inside).length === 0 ? {} : { inside }),
    compare_with: compared,
  }
}
