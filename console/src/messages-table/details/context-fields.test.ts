import { expect, test } from 'vitest'
import { startingFields } from './context-fields.ts'

const message = { _id: 'm1', timestamp: '2021-05-01T10:00:00.000Z', streams: [], source: 'web-1', message: 'refused' }
const USUAL = ['source', 'gl2_source_input']

test.each([
  { fields: { trace_id: 't7', span_id: 's1' }, starts: ['trace_id'] },
  { fields: { traceId: 't7' }, starts: ['traceId'] },
  { fields: { request_id: 'r1' }, starts: USUAL },
  { fields: { trace_id: '' }, starts: USUAL },
])('the context of a message with $fields starts with $starts', ({ fields, starts }) => {
  expect(startingFields({ ...message, ...fields }, USUAL)).toEqual(starts)
})
