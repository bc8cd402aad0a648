import { expect, test } from 'vitest'
import { startEngine, temporaryFolder } from './testing/start-engine.ts'

const SLOW = 'SELECT sleepEachRow(1) FROM numbers(1000) SETTINGS max_block_size = 1'

test('a full queue refuses requests, and long searches do not use the slots of inserts', async () => {
  await using folder = await temporaryFolder()
  await using engine = await startEngine(folder.path, ['--sessions', '3', '--reserved', '1', '--max-waiting', '2'])
  const { client } = engine
  await client.command({ query: 'CREATE TABLE t (a UInt8) ORDER BY a' })
  const leaving = new AbortController()
  const searches = Array.from({ length: 4 }, () =>
    client.query({ query: SLOW, abort_signal: leaving.signal }).catch((error: unknown) => error),
  )
  await expect.poll(() => client.query({ query: SLOW }).catch((error) => error.code)).toBe('202')
  for (let a = 0; a < 5; a += 1) await client.insert({ table: 't', values: [{ a }], format: 'JSONEachRow' })
  expect(await client.ping()).toEqual({ success: true })
  leaving.abort()
  await Promise.all(searches)
  await expect
    .poll(() =>
      client.query({ query: 'SELECT count() AS n FROM t', format: 'JSONEachRow' }).then(
        (result) => result.json(),
        (error) => error.code,
      ),
    )
    .toEqual([{ n: 5 }])
})

test('a query that exceeds its time or memory limit fails without affecting others', async () => {
  await using folder = await temporaryFolder()
  const limits = ['--max-query-seconds', '1', '--max-query-bytes', '100000000', '--max-memory-bytes', '600000000']
  await using engine = await startEngine(folder.path, limits)
  const ask = (query: string, settings = {}) =>
    engine.client.query({ query, format: 'JSONEachRow', clickhouse_settings: settings }).then((result) => result.json())
  const endless = 'SELECT count() AS n FROM numbers(1000000000000) WHERE sipHash64(number) = 1'
  await expect(ask(endless)).rejects.toMatchObject({ code: '159' })
  await expect(ask(endless, { max_execution_time: 0.2 })).rejects.toMatchObject({ code: '159' })
  const big = 'SELECT length(groupArray(number)) AS n FROM numbers(10000000)'
  await expect(ask(big)).rejects.toMatchObject({ code: '241' })
  expect(await ask(big, { max_memory_usage: '500000000', max_execution_time: 20 })).toEqual([{ n: 10_000_000 }])
  const huge = 'SELECT length(groupArray(number)) AS n FROM numbers(200000000)'
  await expect(ask(huge, { max_memory_usage: '0', max_execution_time: 20 })).rejects.toMatchObject({ code: '241' })
  expect(await ask('SELECT 1 AS n')).toEqual([{ n: 1 }])
})

test('caches and merges are limited, because the engine shares its machine', async () => {
  await using folder = await temporaryFolder()
  await using engine = await startEngine(folder.path, [])
  const valuesOf = async (table: string, names: readonly string[]) => {
    const query = `SELECT toUInt64(value) AS value FROM system.${table} WHERE name IN {names:Array(String)} ORDER BY name`
    const answer = await engine.client.query({ query, query_params: { names }, format: 'JSONEachRow' })
    return (await answer.json<{ value: number }>()).map(({ value }) => Number(value))
  }
  const caches = ['mark', 'uncompressed', 'primary_index', 'index_mark', 'text_index_header', 'text_index_postings']
  const sizes = await valuesOf(
    'server_settings',
    caches.map((name) => `${name}_cache_size`),
  )
  expect(sizes).toHaveLength(caches.length)
  expect(Math.max(...sizes)).toBeLessThanOrEqual(2 ** 26)
  expect(await valuesOf('server_settings', ['background_merges_mutations_concurrency_ratio'])).toEqual([1])
  expect(await valuesOf('merge_tree_settings', ['merge_selector_base'])).toEqual([10])
})
