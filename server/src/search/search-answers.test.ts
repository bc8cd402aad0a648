/** Answers of searches are sent as JSON text past the response schemas; these tests hold real answers to them. */
import { SearchJob } from '@logyard/contract/search/search-jobs'
import type { SearchType } from '@logyard/contract/search/search-types'
import { EVENTS_STREAM_ID } from '@logyard/contract/streams/stream-ids'
import { Value } from 'typebox/value'
import { expect, test } from 'vitest'
import { insertMessages } from './testing/message-table.ts'
import { listOf, query, resultOf } from './testing/search-drafts.ts'
import { searchTests } from './testing/search-tests.ts'

const tests = searchTests()
const at = '2026-03-01T11:00:00.250Z'

/** One search type of each type that has something to answer. */
const SEARCH_TYPES = {
  messages: { id: 't', type: 'messages', name: 'list', decorators: [] },
  events: { id: 't', type: 'events' },
  pivot: {
    id: 't',
    type: 'pivot',
    rollup: true,
    row_groups: [{ type: 'values', field: 'source', limit: 5 }],
    column_groups: [{ type: 'time', field: 'timestamp', interval: { type: 'auto', scaling: 1 } }],
    series: [{ type: 'count' }, { type: 'avg', field: 'level' }],
  },
} satisfies Record<SearchType['type'], object>

async function insertEventAndMessages(): Promise<void> {
  await insertMessages(tests.engine, [
    { at, message: 'login failed', fields: { level: 3, tags: ['a', 'b'], ok: true } },
    { at, message: 'login' },
    {
      at,
      message: 'too many failed logins',
      streams: [EVENTS_STREAM_ID],
      index: 'gl-events_0',
      fields: { source_streams: ['000000000000000000000001'], alert: true },
    },
  ])
}

/** Undeclared properties are errors, too, although response schemas are open. */
function expectToFit(answer: unknown): void {
  expect([...Value.Errors(SearchJob, answer)]).toEqual([])
  expect(Value.Clean(SearchJob, structuredClone(answer))).toEqual(answer)
}

test.each(Object.values(SEARCH_TYPES))('a real answer of the type $type fits the response schema', async (draft) => {
  await insertEventAndMessages()
  const id = await tests.logyard.store([query({ search_types: [draft] })])
  const { status, body } = await tests.logyard.call('POST', `/views/search/${id}/execute`, { body: {} })
  expect(status).toBe(201)
  expectToFit(body)
  const job: SearchJob = Object(body)
  expect(resultOf(job).search_types['t']).toMatchObject({ type: draft.type })
  expect(JSON.stringify(resultOf(job).search_types['t'])).toContain(draft.type === 'events' ? 'too many' : 'web-1')
})

test('an answer with failed queries and failed search types fits the response schema', async () => {
  const unsortable = { id: 'm', type: 'messages', sort: [{ field: 'message', order: 'ASC' }] }
  const broken = query({ id: 'b', query: { type: 'unknown', query_string: '' } })
  const job = await tests.logyard.search([query({ search_types: [unsortable, { id: 'n', type: 'messages' }] }), broken])
  expectToFit(job)
  expect(job.errors).toHaveLength(2)
  expect(listOf(job, 'n').messages).toEqual([])
})
