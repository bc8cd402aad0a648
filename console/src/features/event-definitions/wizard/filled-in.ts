import { AGGREGATION_FUNCTIONS } from '@logyard/contract/events/processor-configs'
import { isComparison, newGroup, newRow } from '../model/condition-tree.ts'
import {
  type AggregationDraft,
  type DefinitionDraft,
  NEW_DEFINITION,
  NO_AGGREGATION,
} from '../model/definition-draft.ts'
import { isStreamOfEvents } from '../model/streams-of-events.ts'

const DAY_S = 86_400

/** The draft that a link to the wizard describes: see `newDefinitionLink`. */
export function filledIn(values: URLSearchParams): DefinitionDraft {
  const { config } = NEW_DEFINITION
  if (config?.type !== 'aggregation-v1') return NEW_DEFINITION
  // As often as it looks back, so that no message is found twice.
  const withinMs = withinSeconds(values.get('within')) * 1000
  return {
    ...NEW_DEFINITION,
    title: values.get('title') ?? '',
    config: {
      ...config,
      query: values.get('query') ?? '',
      streams: listOf(values.get('streams')).filter((id) => !isStreamOfEvents(id)),
      search_within_ms: withinMs,
      execute_every_ms: withinMs,
    },
    aggregation: aggregationIn(values),
  }
}

const listOf = (text: string | null): string[] => (text ?? '').split(',').filter((one) => one !== '')

function withinSeconds(text: string | null): number {
  const seconds = Math.floor(Number(text ?? ''))
  return seconds >= 1 ? Math.min(seconds, DAY_S) : 60
}

function aggregationIn(values: URLSearchParams): AggregationDraft {
  const named = AGGREGATION_FUNCTIONS.find((one) => one === values.get('function'))
  if (named === undefined) return NO_AGGREGATION
  const comparison = values.get('comparison')
  const threshold = Number(values.get('threshold') ?? '')
  const row = {
    ...newRow(),
    function: named,
    field: values.get('field') ?? '',
    ...(isComparison(comparison) ? { comparison } : {}),
    threshold: Number.isFinite(threshold) ? threshold : 0,
  }
  return { isOn: true, groupBy: listOf(values.get('group_by')), tree: newGroup('all', [row]), foreign: undefined }
}
