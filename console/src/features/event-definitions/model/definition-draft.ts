/** An event definition while it is edited: initial values, and what is sent. */
import type { EventDefinition, EventDefinitionDraft } from '@logyard/contract/events/event-definitions'
import { PRIORITIES } from '@logyard/contract/events/event-definitions'
import type { Expression } from '@logyard/contract/events/expressions'
import type { AggregationConfig, AggregationSeries, ProcessorConfig } from '@logyard/contract/events/processor-configs'
import { type ConditionGroup, newGroup, readCondition, writeCondition } from './condition-tree.ts'
import { defaultConfig } from './default-config.ts'

/** The part of a definition that the summary shows and the wizard edits. */
export type ShownDefinition = Omit<EventDefinition, 'id' | 'updated_at' | 'storage' | 'alert'>

/** Kept while the condition is a filter, so that switching back brings it again. */
export interface AggregationDraft {
  readonly isOn: boolean
  readonly groupBy: readonly string[]
  readonly tree: ConditionGroup
  /** A condition by another client, with parts that the editor does not offer. */
  readonly foreign: { readonly expression: Expression; readonly series: readonly AggregationSeries[] } | undefined
}

export interface DefinitionDraft extends Omit<ShownDefinition, 'config'> {
  /** What `aggregation` says is not looked at here. */
  readonly config: ProcessorConfig | undefined
  readonly aggregation: AggregationDraft
  readonly isScheduled: boolean
}

export const NO_AGGREGATION: AggregationDraft = { isOn: false, groupBy: [], tree: newGroup('all'), foreign: undefined }

export const NEW_DEFINITION: DefinitionDraft = {
  title: '',
  description: '',
  priority: PRIORITIES.normal,
  config: defaultConfig('aggregation-v1'),
  aggregation: NO_AGGREGATION,
  field_spec: {},
  key_spec: [],
  notification_settings: { grace_period_ms: 0, backlog_size: 0 },
  notifications: [],
  tags: [],
  remediation_steps: '',
  event_summary_template: '',
  recovery: { notify: false, after_ms: 0 },
  notification_limit: null,
  isScheduled: true,
}

export function draftOf(definition: EventDefinition, isScheduled: boolean): DefinitionDraft {
  const { id: _, updated_at: __, storage: ___, alert: ____, ...shown } = definition
  return { ...shown, aggregation: aggregationOf(definition.config), isScheduled }
}

function aggregationOf(config: ProcessorConfig): AggregationDraft {
  if (config.type !== 'aggregation-v1' || config.series.length === 0) return NO_AGGREGATION
  const { group_by: groupBy, series, conditions } = config
  const expression = conditions?.expression ?? null
  if (expression === null) return { ...NO_AGGREGATION, isOn: true, groupBy }
  const tree = readCondition(expression, series)
  if (tree === undefined) return { isOn: true, groupBy, tree: newGroup('all'), foreign: { expression, series } }
  return { isOn: true, groupBy, tree, foreign: undefined }
}

/** The condition as it is sent; the condition of an aggregation is left out while something in it is missing. */
export function configOf({ config, aggregation }: Pick<DefinitionDraft, 'config' | 'aggregation'>) {
  return config?.type === 'aggregation-v1' ? withAggregation(config, aggregation) : config
}

function withAggregation(config: AggregationConfig, { isOn, groupBy, tree, foreign }: AggregationDraft) {
  if (!isOn) return { ...config, group_by: [], series: [], conditions: { expression: null } }
  const written = foreign ?? writeCondition(tree)
  return {
    ...config,
    group_by: [...groupBy],
    series: [...(written?.series ?? [])],
    conditions: { expression: written?.expression ?? null },
  }
}

export const isConditionComplete = ({ config, aggregation }: Pick<DefinitionDraft, 'config' | 'aggregation'>) =>
  config?.type !== 'aggregation-v1' ||
  !aggregation.isOn ||
  aggregation.foreign !== undefined ||
  writeCondition(aggregation.tree) !== undefined

export function draftToSend(draft: DefinitionDraft, config: ProcessorConfig): EventDefinitionDraft {
  const { aggregation: _, isScheduled: __, ...shown } = draft
  return {
    ...shown,
    title: draft.title.trim(),
    description: draft.description.trim(),
    // An alert is an event that somebody is notified of.
    alert: draft.notifications.length > 0,
    config,
  }
}
