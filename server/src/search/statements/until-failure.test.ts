import { sql } from '@logyard/languages/sql/sql'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { systemClock } from '../../platform/clock.ts'
import { untilFailure } from '../../store/engine/until-failure.ts'
import { isOnShards } from '../../testing/on-shards.ts'
import { type EngineUnderTest, startTestEngine } from '../../testing/start-index-sets.ts'
import { withoutMessages } from '../scope/without-messages.ts'
import { createSearchEngine } from './search-engine.ts'

let store: EngineUnderTest
beforeAll(async () => {
  store = await startTestEngine()
  for (const query of [
    sql`CREATE DATABASE kept ENGINE = Memory`,
    sql`CREATE TABLE kept.numbers (number UInt32) ENGINE = Memory`,
    sql`INSERT INTO kept.numbers SELECT number FROM numbers(2000000)`,
  ]) {
    if (!isOnShards()) await store.engine.client.command({ query })
  }
})
afterAll(() => store[Symbol.asyncDispose]())

async function read(chunks: AsyncIterable<Uint8Array>): Promise<{ readonly text: string; readonly failure?: unknown }> {
  const found: Uint8Array[] = []
  const text = () => Buffer.concat(found).toString()
  try {
    for await (const chunk of chunks) found.push(chunk)
    return { text: text() }
  } catch (failure) {
    return { text: text(), failure }
  }
}

// On a cluster only the user for caches may make this table, and no others.
test.skipIf(isOnShards())('an answer that fails half-way returns rows up to there and then throws', async () => {
  const { bytes } = createSearchEngine({ engine: store.engine, clock: systemClock })
  const failing = withoutMessages(
    sql`SELECT number, intDiv(0, number != 1999999) FROM kept.numbers SETTINGS max_threads = 1 FORMAT CSV`,
  )
  const { text, failure } = await read(bytes(failing, { signal: AbortSignal.timeout(30_000) }))
  expect(failure).toMatchObject({ code: 'engine-refused', cause: { code: '153' } })
  expect(text.startsWith('0,0\n1,0\n')).toBe(true)
  expect(text.endsWith(',0\n')).toBe(true)
  expect(text).not.toContain('exception')
})

test('the error is found wherever the answer is split into chunks', async () => {
  const failed = 'a\r\n__exceptional\r\nb\r\n__exception__\r\ntag\r\nCode: 395. DB::Exception: no. (NAMED)\n40 tag\r\n'
  for (let at = 0; at <= failed.length; at++) {
    const stream = (async function* () {
      yield Buffer.from(failed.slice(0, at))
      yield Buffer.from(failed.slice(at))
    })()
    const { text, failure } = await read(
      untilFailure({ stream, response_headers: { 'x-clickhouse-exception-tag': 'tag' } }),
    )
    expect(text).toBe('a\r\n__exceptional\r\nb')
    expect(failure).toMatchObject({ code: '395', type: 'NAMED' })
  }
})

test('an answer that ends like the start of the marker is complete', async () => {
  const stream = (async function* () {
    yield Buffer.from('a\r\n__exc')
  })()
  expect(await read(untilFailure({ stream, response_headers: { 'x-clickhouse-exception-tag': 'tag' } }))).toEqual({
    text: 'a\r\n__exc',
  })
})
