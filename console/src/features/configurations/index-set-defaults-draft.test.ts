import { RETENTION_CLASSES, ROTATION_CLASSES } from '@logyard/contract/store/index-strategies'
import { expect, test } from 'vitest'
import { defaultsOfDraft, draftOfDefaults, validFields } from './index-set-defaults-draft.ts'

const DEFAULTS = {
  shards: 2,
  replicas: 1,
  index_analyzer: 'standard',
  index_optimization_max_num_segments: 1,
  index_optimization_disabled: false,
  field_type_refresh_interval: 5000,
  rotation_strategy_class: ROTATION_CLASSES.time,
  rotation_strategy: { type: `${ROTATION_CLASSES.time}Config`, rotation_period: 'P7D' },
  retention_strategy_class: RETENTION_CLASSES.none,
  retention_strategy: { type: `${RETENTION_CLASSES.none}Config`, max_number_of_indices: 2_147_483_647 },
}

test('an unchanged draft is sent as the document that it started from', () => {
  expect(defaultsOfDraft(draftOfDefaults(DEFAULTS))).toEqual(DEFAULTS)
})

test('another strategy has its own limit only', () => {
  const draft = { ...draftOfDefaults(DEFAULTS), rotation: 'size', max_size: 5 } as const
  expect(defaultsOfDraft(draft).rotation_strategy).toEqual({ type: `${ROTATION_CLASSES.size}Config`, max_size: 5 })
})

test('a period is at least an hour, and there is an analyzer', () => {
  const draft = draftOfDefaults(DEFAULTS)
  const valid = { index_analyzer: true, rotation_period: true }
  expect(validFields(draft)).toEqual(valid)
  expect(validFields({ ...draft, rotation_period: 'PT59M' })).toEqual({ ...valid, rotation_period: false })
  expect(validFields({ ...draft, index_analyzer: ' ' })).toEqual({ ...valid, index_analyzer: false })
})
