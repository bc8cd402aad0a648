import { expect, test } from 'vitest'
import { rawMessage, seen } from '../testing/raw-message.ts'
import { seededRandom } from '../testing/seeded-random.ts'
import { randomHttpCodec } from './random-http-codec.ts'
import { createRandomHttpGenerator } from './random-http-generator.ts'

const decode = randomHttpCodec.create({})

test('a generated request is decoded to a message with all its fields', () => {
  const generator = createRandomHttpGenerator({ source: 'example.org', random: () => 0.5 })
  const payload = generator.next(Date.parse('2026-03-01T12:34:56.789Z'))
  expect(seen(decode(rawMessage(payload)))).toEqual({
    time: '2026-03-01T12:34:56.789Z',
    source: 'example.org',
    message: '2026-03-01T12:34:56.789Z GET /posts [200] 50ms',
    http_method: 'GET',
    http_response_code: 200,
    resource: '/posts',
    controller: 'PostsController',
    action: 'index',
    user_id: 74422,
    took_ms: 50,
    ticks: 1,
    ingest_time: '2026-03-01T12:34:56.789Z',
    ingest_time_epoch: 1772368496789,
    ingest_time_second: 56,
    ingest_time_minute: 34,
    ingest_time_hour: 12,
    ingest_time_day: 1,
    ingest_time_month: 3,
    ingest_time_year: 2026,
  })
})

test('methods and errors have the expected frequency', () => {
  const seeded = seededRandom(5)
  const generator = createRandomHttpGenerator({ source: 's', random: () => seeded.below(1_000_000) / 1_000_000 })
  const counts = new Map<unknown, number>()
  const count = (key: unknown) => counts.set(key, (counts.get(key) ?? 0) + 1)
  for (let made = 0; made < 20_000; made++) {
    const decoded = decode(rawMessage(generator.next(made)))
    const fields = decoded.ok ? decoded.messages[0]?.fields : undefined
    count(fields?.['http_method'])
    count(fields?.['http_response_code'])
    if (fields?.['http_response_code'] === 504) expect(fields['took_ms']).toBeGreaterThan(3900)
  }
  const share = (key: unknown) => (counts.get(key) ?? 0) / 20_000
  expect(share('GET')).toBeCloseTo(0.86, 2)
  expect(share('POST')).toBeCloseTo(0.05, 2)
  expect(share('DELETE')).toBeCloseTo(0.05, 2)
  expect(share('PUT')).toBeCloseTo(0.04, 2)
  expect(share(500) + share(504)).toBeGreaterThan(0.015)
  expect(share(500) + share(504)).toBeLessThan(0.025)
  expect(share(504) / (share(500) + share(504))).toBeCloseTo(0.2, 0)
})

test.each(['', '{}', 'null', '[]', '{"source":"s","timeMs":1e300,"method":"GET"}', '{"method":"TRACE"}'])(
  '%s was not generated',
  (payload) => {
    expect(seen(decode(rawMessage(payload)))).toBe('not-generated')
  },
)
