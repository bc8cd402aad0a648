import { AGGREGATION_FUNCTIONS } from '@logyard/contract/events/processor-configs'
import { isComparison, newGroup, newRow } from '../model/condition-tree.ts'
import { defaultConfig } from '../model/default-config.ts'
import {
  type AggregationDraft,
  type DefinitionDraft,
  NEW_DEFINITION,
  NO_AGGREGATION,
  PROPOSED_COUNT,
} from '../model/definition-draft.ts'
import { isStreamOfEvents } from '../model/streams-of-events.ts'
import { tellingFor } from '../model/told-once.ts'

const DAY_S = 86_400
const MINUTE_MS = 60_000
/** A long window is evaluated so often within its length. */
const WINDOW_PARTS = 10

/** The draft that a link to the form describes: see `newDefinitionLink`. */
export function filledIn(values: URLSearchParams): DefinitionDraft {
  const rows = rowsIn(values)
  if (rows !== undefined) return rows
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

/** A condition on the rows of steps or of a statement, whose window is that of the search. */
function rowsIn(values: URLSearchParams): DefinitionDraft | undefined {
  const [steps, sql] = [values.get('steps'), values.get('sql')]
  const type = steps !== null ? 'steps-v1' : 'sql-v1'
  if (steps === null && sql === null) return undefined
  const config = defaultConfig(type)
  if (config.type !== 'steps-v1' && config.type !== 'sql-v1') return undefined
  const withinMs = withinMsOf(values.get('within')) ?? config.search_within_ms
  const title = values.get('title') ?? ''
  return {
    ...NEW_DEFINITION,
    title,
    isTitled: title !== '',
    aggregation: NO_AGGREGATION,
    ...tellingFor(type, NEW_DEFINITION),
    config: {
      ...config,
      ...(config.type === 'steps-v1' ? { steps: steps ?? '' } : { sql: sql ?? '' }),
      query: values.get('query') ?? '',
      streams: listOf(values.get('streams')).filter((id) => !isStreamOfEvents(id)),
      search_within_ms: withinMs,
      execute_every_ms: Math.max(MINUTE_MS, Math.round(withinMs / WINDOW_PARTS)),
    },
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
