/** What a fresh server answers, held against the recorded answers of the reference implementation. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import recorded from './testing/recorded-fresh-server.json' with { type: 'json' }
import { type LookupsUnderTest, startLookups } from './testing/start-lookups.ts'

/** What differs on purpose, by path: the values that this server answers instead. */
const DIFFERENT: Readonly<Record<string, { readonly why: string; readonly answers: object }>> = {
  '/system/lookup/types/adapters': {
    why: 'Logyard names itself to sources',
    answers: { httpjsonpath: { default_config: { user_agent: 'Logyard Lookup' } } },
  },
  '/system/lookup/tables?page=1&per_page=50&resolve=true': {
    why: 'the tables that functions of threat intelligence ask are there from the first start on',
    answers: {
      total: 5,
      count: 5,
      lookup_tables: expect.any(Array),
      caches: expect.any(Object),
      data_adapters: expect.any(Object),
    },
  },
  '/system/lookup/adapters?page=1&per_page=50': {
    why: 'these tables have data adapters',
    answers: { total: 5, count: 5, data_adapters: expect.any(Array) },
  },
  '/system/lookup/caches?page=1&per_page=50': {
    why: 'these tables have caches',
    answers: { total: expect.any(Number), count: expect.any(Number), caches: expect.any(Array) },
  },
}

let world: LookupsUnderTest
beforeAll(async () => {
  world = await startLookups()
})
afterAll(() => world[Symbol.asyncDispose]())

test.each(recorded.map(({ path, body }) => ({ path, body })))('GET $path', async ({ path, body }) => {
  const answer = await world.logyard.call('GET', path)
  expect(answer.status).toBe(200)
  // Further types may be there.
  expect(answer.body).toMatchObject(merged(body, DIFFERENT[path]?.answers ?? {}))
})

test('each difference is one of a recorded answer', () => {
  const paths = recorded.map(({ path }) => path)
  expect(paths.length).toBeGreaterThan(0)
  for (const path of Object.keys(DIFFERENT)) expect(paths).toContain(path)
})

const isPlain = (value: unknown) => Object.getPrototypeOf(Object(value)) === Object.prototype

function merged(recordedPart: unknown, different: unknown): Readonly<Record<string, unknown>> {
  const result: Record<string, unknown> = { ...Object(recordedPart) }
  for (const [key, value] of Object.entries(Object(different))) {
    result[key] = isPlain(value) && isPlain(result[key]) ? merged(result[key], value) : value
  }
  return result
}
