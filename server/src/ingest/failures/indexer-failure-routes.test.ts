import { expect, test } from 'vitest'
import { fixedClock } from '../../testing/fixed-clock.ts'
import { numberedMessage, testOrigin } from '../../testing/journal-messages.ts'
import { startHttp } from '../../testing/start-http.ts'
import { temporaryFolder } from '../../testing/temporary-folder.ts'
import { indexerFailureRoutes } from './indexer-failure-routes.ts'
import { openFailures } from './lmdb-failures.ts'

test('failures are listed by page, and counted since an instant in any time zone', async () => {
  await using folder = await temporaryFolder()
  await using failures = openFailures({ folder: folder.path, clock: fixedClock('2026-03-01T09:00:00Z') })
  const raw = numberedMessage(0)
  const failure = { origin: testOrigin, raw, reason: 'not-storable', detail: 'too long' }
  await failures.add(Array.from({ length: 3 }, (_, offset) => ({ ...failure, offset })))
  await using http = await startHttp((api) => indexerFailureRoutes(api, { failures, timeZone: 'Europe/Berlin' }))
  const get = async (path: string) =>
    (await http.ask('GET', `/system/indexer/failures${path}`, 'indices:failures')).body
  const page = Object(await get('?limit=2&offset=1'))
  expect(page.total).toBe(3)
  expect(page.failures).toHaveLength(2)
  expect(page.failures[0]).toEqual({
    timestamp: new Date(raw.receivedAtMs).toISOString(),
    letter_id: expect.stringMatching(/^[\da-f]{8}-[\da-f]{4}-7[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/),
    message: 'not-storable: too long',
    index: '',
    type: 'MappingError',
  })
  expect(Object(await get('')).failures).toHaveLength(3)
  expect(await get('/count?since=2026-03-01T10:00:00.000')).toEqual({ count: 3 })
  expect(await get('/count?since=2026-03-01T10:00:00.000Z')).toEqual({ count: 0 })
  expect(await get('/count?since=2026-03-01T14:00:00%2B05:00')).toEqual({ count: 3 })
  expect(await get('/count?since=2026-03-01T14:00:01%2B05:00')).toEqual({ count: 0 })
  expect(await get('/count?since=abc')).toEqual({
    type: 'ApiError',
    message: 'Invalid date parameter provided: [abc]',
  })
  expect(await get('?limit=-1')).toMatchObject([{ path: 'limit', invalid_value: -1 }])
})
