import { AGGREGATION_FUNCTIONS } from '@logyard/contract/events/processor-configs'
import { isComparison, newGroup, newRow } from '../model/condition-tree.ts'
import {
  type AggregationDraft,
  type DefinitionDraft,
  NEW_DEFINITION,
  PROPOSED_COUNT,
} from '../model/definition-draft.ts'
import { isStreamOfEvents } from '../model/streams-of-events.ts'

const DAY_S = 86_400
const MINUTE_MS = 60_000

/** The draft that a link to the form describes: see `newDefinitionLink`. */
export function filledIn(values: URLSearchParams): DefinitionDraft {
  const { config } = NEW_DEFINITION
  if (config?.type !== 'aggregation-v1') return NEW_DEFINITION
  const withinMs = withinMsOf(values.get('within')) ?? config.search_within_ms
  const title = values.get('title') ?? ''
  return {
    ...NEW_DEFINITION,
    title,
    isTitled: title !== '',
    config: {
      ...config,
      query: values.get('query') ?? '',
      streams: listOf(values.get('streams')).filter((id) => !isStreamOfEvents(id)),
      search_within_ms: withinMs,
      // No alert is later than a minute, even over a long time range.
      execute_every_ms: Math.min(withinMs, MINUTE_MS),
    },
    aggregation: aggregationIn(values),
  }
}

const listOf = (text: string | null): string[] => (text ?? '').split(',').filter((one) => one !== '')

function withinMsOf(text: string | null): number | undefined {
  const seconds = Math.floor(Number(text ?? ''))
  return seconds >= 1 ? Math.min(seconds, DAY_S) * 1000 : undefined
}

function aggregationIn(values: URLSearchParams): AggregationDraft {
  const named = AGGREGATION_FUNCTIONS.find((one) => one === values.get('function'))
  if (named === undefined) return PROPOSED_COUNT
  const comparison = values.get('comparison')
  const threshold = Number(values.get('threshold') ?? Number.NaN)
  const row = {
    ...newRow(),
    function: named,
    field: values.get('field') ?? '',
    ...(isComparison(comparison) ? { comparison } : {}),
    threshold: Number.isFinite(threshold) ? threshold : 0,
  }
  return {
    ...PROPOSED_COUNT,
    groupBy: listOf(values.get('group_by')),
    tree: newGroup('all', [row]),
    isProposed: !Number.isFinite(threshold),
  }
}
