/** Reads an index set as a client sends it: checks it and adds what is missing. */
import type { BeanValidationErrors } from '@logyard/contract/http/envelope'
import type { IndexSetDefaults } from '@logyard/contract/store/index-set-defaults'
import { INDEX_PREFIX_PATTERN, type IndexSetDraft, type IndexSetUpdate } from '@logyard/contract/store/index-sets'
import { LogyardError } from '../../platform/errors.ts'
import type { StoredIndexSet } from './index-set-store.ts'
import { readRetentionConfig, readRotationConfig } from './index-strategies.ts'

const MIN_REFRESH_MS = 1000

const constraintsBroken = (errors: BeanValidationErrors) =>
  new LogyardError('invalid', 'index-set-refused', errors.map(({ path, message }) => `${path} ${message}`).join(', '), {
    body: errors,
  })
const refreshTooShort = (ms: number) =>
  new LogyardError(
    'invalid',
    'index-set-refresh-too-short',
    `Index field_type_refresh_interval "PT${ms / 1000}S" is too short. It must be 1 second or longer.`,
  )
const creationDateRefused = (text: string) =>
  new LogyardError(
    'invalid',
    'index-set-creation-date-refused',
    `creation_date must be an ISO 8601 instant, not ${text}.`,
  )

/** The index set of a draft; it does not check whether the prefix is free. */
export function readIndexSetDraft(
  draft: IndexSetDraft,
  defaults: IndexSetDefaults,
  facts: { id: string; now: Date },
): StoredIndexSet {
  const set = {
    id: facts.id,
    title: draft.title,
    description: draft.description ?? null,
    writable: draft.writable ?? true,
    index_prefix: draft.index_prefix,
    shards: draft.shards ?? defaults.shards,
    replicas: draft.replicas ?? defaults.replicas,
    creation_date: readCreationDate(draft.creation_date ?? undefined, facts.now),
    index_analyzer: draft.index_analyzer ?? defaults.index_analyzer,
    index_optimization_max_num_segments:
      draft.index_optimization_max_num_segments ?? defaults.index_optimization_max_num_segments,
    index_optimization_disabled: draft.index_optimization_disabled ?? defaults.index_optimization_disabled,
    field_type_refresh_interval: draft.field_type_refresh_interval ?? defaults.field_type_refresh_interval,
    index_template_type: draft.index_template_type ?? null,
    cold_after_days: draft.cold_after_days ?? null,
    rotation_strategy_class: draft.rotation_strategy_class,
    retention_strategy_class: draft.retention_strategy_class,
  }
  checkConstraints(set)
  return {
    ...set,
    rotation_strategy: readRotationConfig(set.rotation_strategy_class, draft.rotation_strategy),
    retention_strategy: readRetentionConfig(set.retention_strategy_class, draft.retention_strategy),
  }
}

/** Call it after the check that the prefix is free: clients expect that error first. */
export function checkRefreshInterval({ field_type_refresh_interval: ms }: StoredIndexSet): void {
  if (ms < MIN_REFRESH_MS) throw refreshTooShort(ms)
}

export function readIndexSetUpdate(set: StoredIndexSet, update: IndexSetUpdate): StoredIndexSet {
  const changed = {
    ...set,
    title: update.title ?? set.title,
    description: update.description === undefined ? set.description : update.description,
    writable: update.writable ?? set.writable,
    shards: update.shards ?? set.shards,
    replicas: update.replicas ?? set.replicas,
    index_optimization_max_num_segments:
      update.index_optimization_max_num_segments ?? set.index_optimization_max_num_segments,
    index_optimization_disabled: update.index_optimization_disabled ?? set.index_optimization_disabled,
    field_type_refresh_interval: update.field_type_refresh_interval ?? set.field_type_refresh_interval,
    rotation_strategy_class: update.rotation_strategy_class ?? set.rotation_strategy_class,
    retention_strategy_class: update.retention_strategy_class ?? set.retention_strategy_class,
    cold_after_days: update.cold_after_days === undefined ? (set.cold_after_days ?? null) : update.cold_after_days,
  }
  checkConstraints(changed)
  // A stored strategy that is unknown stays as it is until a user changes it.
  const changesRotation = update.rotation_strategy_class !== undefined || update.rotation_strategy !== undefined
  const changesRetention = update.retention_strategy_class !== undefined || update.retention_strategy !== undefined
  return {
    ...changed,
    rotation_strategy: changesRotation
      ? readRotationConfig(changed.rotation_strategy_class, update.rotation_strategy ?? set.rotation_strategy)
      : set.rotation_strategy,
    retention_strategy: changesRetention
      ? readRetentionConfig(changed.retention_strategy_class, update.retention_strategy ?? set.retention_strategy)
      : set.retention_strategy,
  }
}

type Checked = Pick<
  StoredIndexSet,
  | 'title'
  | 'index_prefix'
  | 'shards'
  | 'replicas'
  | 'index_analyzer'
  | 'index_optimization_max_num_segments'
  | 'field_type_refresh_interval'
>

function checkConstraints(set: Checked): void {
  const errors: BeanValidationErrors = []
  const add = (path: keyof Checked, rule: string, message: string) =>
    errors.push({ message, message_template: `{${rule}}`, path, invalid_value: set[path] })
  const notBlank = (path: 'title' | 'index_analyzer') => {
    if (set[path].trim() === '') add(path, 'not_blank', 'may not be blank')
  }
  const atLeast = (
    least: number,
    path: 'shards' | 'replicas' | 'index_optimization_max_num_segments' | 'field_type_refresh_interval',
  ) => {
    if (set[path] < least) add(path, 'minimum', `must be greater than or equal to ${least}`)
    if (set[path] > Number.MAX_SAFE_INTEGER) add(path, 'maximum', 'is too large')
  }
  notBlank('title')
  if (!new RegExp(INDEX_PREFIX_PATTERN).test(set.index_prefix)) {
    add('index_prefix', 'pattern', `must match "${INDEX_PREFIX_PATTERN}"`)
  }
  atLeast(1, 'shards')
  atLeast(0, 'replicas')
  notBlank('index_analyzer')
  atLeast(1, 'index_optimization_max_num_segments')
  atLeast(0, 'field_type_refresh_interval')
  if (errors.length > 0) throw constraintsBroken(errors)
}

function readCreationDate(text: string | undefined, now: Date): string {
  if (text === undefined) return now.toISOString()
  try {
    // Some clients append the name of the zone, as in 2021-04-12T10:00:00+02:00[Europe/Berlin].
    return new Date(Temporal.Instant.from(text).epochMilliseconds).toISOString()
  } catch (error) {
    if (error instanceof RangeError) throw creationDateRefused(text)
    throw error
  }
}
