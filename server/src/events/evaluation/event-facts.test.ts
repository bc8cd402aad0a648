import type { AggregationConfig } from '@logyard/contract/events/processor-configs'
import { expect, test } from 'vitest'
import { factsOf } from './event-facts.ts'

const FIGURES = {
  type: 'aggregation-v1',
  query: '',
  streams: [],
  group_by: ['host', 'level'],
  series: [],
  search_within_ms: 60_000,
  execute_every_ms: 60_000,
} satisfies AggregationConfig
const found = { group: ['web-1', '3'], source: { host: 'web-1', level: '3', source: 'node' }, originContext: null }
const factOf = (field: string, value: string, is_message_field: boolean) => ({ field, value, is_message_field })

test('facts are the groups and the event fields, and say which of them messages have', () => {
  expect(factsOf(FIGURES, found, { room: 'Lab', host: 'web-1' })).toEqual([
    factOf('room', 'Lab', false),
    factOf('host', 'web-1', true),
  ])
})

test('an event of one message has the source of the message, an event of figures not the name of the node', () => {
  const ofMessage = { group: [], source: { source: 'db-1', message: 'full' }, originContext: 'urn:graylog:message:x' }
  expect(factsOf({ ...FIGURES, group_by: [] }, ofMessage, {})).toEqual([factOf('source', 'db-1', true)])
  expect(factsOf({ ...FIGURES, group_by: [] }, { ...ofMessage, originContext: null }, {})).toEqual([])
})

test('texts and empty values are no facts, and at most 20 are kept', () => {
  const fields = Object.fromEntries(Array.from({ length: 30 }, (_, n) => [`f${n}`, `v${n}`]))
  const kept = factsOf(FIGURES, found, { ...fields, long: 'x'.repeat(201), none: '', message: 'm' })
  expect(kept.length).toBe(20)
  expect(kept.at(-1)).toEqual(factOf('host', 'web-1', true))
})
