/** An event definition while it is edited: initial values, and what is sent. */
import type { EventDefinition, EventDefinitionDraft } from '@logyard/contract/events/event-definitions'
import { PRIORITIES } from '@logyard/contract/events/event-definitions'
import type { Expression } from '@logyard/contract/events/expressions'
import type { AggregationConfig, AggregationSeries, ProcessorConfig } from '@logyard/contract/events/processor-configs'
import { type ConditionGroup, newGroup, readCondition, writeCondition } from './condition-tree.ts'
import { defaultConfig } from './default-config.ts'
import { TOLD_ONCE } from './told-once.ts'

/** The part of a definition that the summary shows and the form edits. */
export type ShownDefinition = Omit<EventDefinition, 'id' | 'updated_at' | 'storage' | 'alert'>

/** Kept while the condition is a filter, so that switching back brings it again. */
export interface AggregationDraft {
  readonly isOn: boolean
  readonly groupBy: readonly string[]
  readonly tree: ConditionGroup
  /** The threshold is the one that the back-test proposes, until the user changes the condition. */
  readonly isProposed: boolean
  /** A condition by another client, with parts that the editor does not offer. */
  readonly foreign: { readonly expression: Expression; readonly series: readonly AggregationSeries[] } | undefined
}

export interface DefinitionDraft extends Omit<ShownDefinition, 'config'> {
  /** What `aggregation` says is not looked at here. */
  readonly config: ProcessorConfig | undefined
  readonly aggregation: AggregationDraft
  readonly isScheduled: boolean
  /** Whether the title is the user's own. The title of a new definition follows its condition until then. */
  readonly isTitled: boolean
}

export const NO_AGGREGATION: AggregationDraft = {
  isOn: false,
  groupBy: [],
  tree: newGroup('all'),
  isProposed: false,
  foreign: undefined,
}

/** `count() >` a number that the back-test proposes. */
export const PROPOSED_COUNT: AggregationDraft = { ...NO_AGGREGATION, isOn: true, isProposed: true }

export const NEW_DEFINITION: DefinitionDraft = {
  title: '',
  description: '',
  priority: PRIORITIES.normal,
  config: defaultConfig('aggregation-v1'),
  aggregation: PROPOSED_COUNT,
  field_spec: {},
  key_spec: [],
  notifications: [],
  tags: [],
  remediation_steps: '',
  event_summary_template: '',
  ...TOLD_ONCE,
  notification_limit: null,
  isScheduled: true,
  isTitled: false,
}

export function draftOf(definition: EventDefinition, isScheduled: boolean): DefinitionDraft {
  const { id: _, updated_at: __, storage: ___, alert: ____, ...shown } = definition
  return { ...shown, aggregation: aggregationOf(definition.config), isScheduled, isTitled: true }
}

function aggregationOf(config: ProcessorConfig): AggregationDraft {
  if (config.type !== 'aggregation-v1' || config.series.length === 0) return NO_AGGREGATION
  const { group_by: groupBy, series, conditions } = config
  const expression = conditions?.expression ?? null
  if (expression === null) return { ...NO_AGGREGATION, isOn: true, groupBy }
  const tree = readCondition(expression, series)
  if (tree === undefined) return { ...NO_AGGREGATION, isOn: true, groupBy, foreign: { expression, series } }
  return { ...NO_AGGREGATION, isOn: true, groupBy, tree }
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
  const { aggregation: _, isScheduled: __, isTitled: ___, ...shown } = draft
  return {
    ...shown,
    title: draft.title.trim(),
    description: draft.description.trim(),
    // An alert is an event that somebody is notified of.
    alert: draft.notifications.length > 0,
    config,
  }
}
