import type { FoundEvent } from '@logyard/contract/events/events'
import { expect, test } from 'vitest'
import { alertMarks } from './alert-marks.ts'

const alertAt = (timestamp: string): FoundEvent => ({
  event: {
    id: timestamp,
    event_definition_type: 'aggregation-v1',
    event_definition_id: 'd1',
    origin_context: null,
    timestamp,
    timestamp_processing: timestamp,
    timerange_start: null,
    timerange_end: null,
    streams: [],
    source_streams: [],
    message: `at ${timestamp}`,
    source: 'node',
    key_tuple: [],
    key: null,
    priority: 2,
    alert: true,
    fields: {},
  },
  index_name: 'events_0',
  index_type: 'message',
})

test('alerts close to each other share the mark of the first, and those apart have their own', () => {
  const range = { type: 'absolute', from: '2026-03-01T08:00:00.000Z', to: '2026-03-01T09:20:00.000Z' } as const
  const found = ['2026-03-01T09:00:00.000Z', '2026-03-01T08:10:50.000Z', '2026-03-01T08:10:05.000Z'].map(alertAt)
  expect(alertMarks(found, range).events.map(({ timestamp, message }) => [timestamp, message])).toEqual([
    ['2026-03-01T08:10:05.000Z', 'at 2026-03-01T08:10:05.000Z'],
    ['2026-03-01T08:10:05.000Z', 'at 2026-03-01T08:10:50.000Z'],
    ['2026-03-01T09:00:00.000Z', 'at 2026-03-01T09:00:00.000Z'],
  ])
})
