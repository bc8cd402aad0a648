/** A whole server whose messages are in a ClickHouse server with the documented users, which have no further rights. */
import { expect, test } from 'vitest'
import { INPUT, type Receiver, startReceiver } from '../senders/testing/receiver.ts'
import { type ExternalClickHouse, startExternalClickHouse } from '../testing/external-clickhouse.ts'
import { ADMIN_PASSWORD } from '../testing/server-process.ts'

const WITHIN = { timeout: 60_000 }
/** More than the least number of messages that a cache of pivots is made for. */
const MESSAGES = 320_000

const FILL = `INSERT INTO logs.messages (journal_offset, index, timestamp, source, message, stream_ids, own_message_id)
  SELECT number, 'graylog_0', now64(3) - INTERVAL 30 MINUTE - INTERVAL number % 72000 SECOND, 'web',
    'a message', '000000000000000000000001', toString(number)
  FROM numbers(${MESSAGES})`

const PIVOT = {
  queries: [
    {
      id: 'q',
      query: { type: 'elasticsearch', query_string: 'source:web' },
      timerange: { type: 'relative', range: 86_400 },
      search_types: [
        {
          id: 'pivot',
          type: 'pivot',
          row_groups: [{ type: 'values', field: 'source', limit: 5 }],
          column_groups: [],
          series: [{ type: 'count', id: 'count' }],
          sort: [],
          rollup: true,
        },
      ],
    },
  ],
}

const ADMIN = {
  authorization: `Basic ${Buffer.from(`admin:${ADMIN_PASSWORD}`).toString('base64')}`,
  'x-requested-by': 'test',
}

async function totalOf({ call }: Pick<Receiver, 'call'>): Promise<unknown> {
  const { results } = await call('/views/search/sync?timeout=60000', { method: 'POST', body: JSON.stringify(PIVOT) })
  return Object(results).q.search_types.pivot.total
}

const settingOf = (clickHouse: ExternalClickHouse, user: string) => {
  const { username, password } = clickHouse.credentials(user)
  return `${username}:${password}`
}

test('searches run as the user for searches, and caches as the user for caches', { timeout: 240_000 }, async () => {
  await using clickHouse = await startExternalClickHouse()
  const env = {
    LOGYARD_CLICKHOUSE_URL: clickHouse.url,
    LOGYARD_CLICKHOUSE_SEARCHER: settingOf(clickHouse, 'logyard_searcher'),
    LOGYARD_CLICKHOUSE_KEEPER: settingOf(clickHouse, 'logyard_keeper'),
  }
  await using receiver = await startReceiver({ env })
  const { call, server } = receiver
  const sentTo = await receiver.launch(INPUT.gelfHttp, { recv_buffer_size: 65_536 })
  const gelf = { version: '1.1', host: 'sender', short_message: 'received' }
  await fetch(`http://127.0.0.1:${sentTo.port}/gelf`, { method: 'POST', body: JSON.stringify(gelf) })
  const found = (query: string) => call(`/search/universal/relative?query=${query}&range=0&limit=5`)
  await expect.poll(() => found('received'), WITHIN).toMatchObject({ total_results: 1 })
  await clickHouse.execute(FILL)

  const usersOf = (text: string) =>
    new Set(clickHouse.statements.flatMap((statement) => (statement.text.includes(text) ? [statement.user] : [])))
  const pivot = () => totalOf(receiver)
  const reads = (text: string) => text.startsWith('SELECT') && text.includes('FROM kept.')
  async function readsOfCache() {
    expect(await pivot()).toBe(MESSAGES)
    return clickHouse.statements.filter(({ text }) => reads(text)).length
  }
  await expect.poll(readsOfCache, WITHIN).toBeGreaterThan(0)
  expect(usersOf('INSERT INTO kept.')).toEqual(new Set(['logyard_keeper']))
  expect(usersOf('INSERT INTO messages')).toEqual(new Set(['logyard']))
  expect(usersOf('grouping(k0)')).toEqual(new Set(['logyard_searcher']))

  // The rest of the work of the user of the address.
  const index = '/system/indexer/indices/graylog_0'
  const steps = [
    ['POST', '/cluster/deflector/cycle'],
    ['POST', `${index}/close`],
    ['POST', `${index}/reopen`],
    ['DELETE', index],
  ] as const
  for (const [method, path] of steps) {
    const { status } = await fetch(`${server.url}api${path}`, { method, headers: ADMIN })
    expect([path, status]).toEqual([path, 204])
  }
  await expect.poll(() => found('received'), WITHIN).toMatchObject({ total_results: 0 })
  await call('/system/indexer/overview')

  const output = server.output()
  for (const setting of ['LOGYARD_CLICKHOUSE_SEARCHER', 'LOGYARD_CLICKHOUSE_KEEPER']) {
    expect(output).toMatch(new RegExp(`"setting":"${setting}".*ClickHouse user of the setting can be used`))
  }
  expect(output).not.toMatch(/ACCESS_DENIED|engine-refused/)
  for (const user of ['logyard', 'logyard_searcher', 'logyard_keeper']) {
    expect(output).not.toContain(clickHouse.credentials(user).password)
  }
})

test('without a user for caches nothing is cached, and answers are the same', { timeout: 120_000 }, async () => {
  await using clickHouse = await startExternalClickHouse()
  await using receiver = await startReceiver({ env: { LOGYARD_CLICKHOUSE_URL: clickHouse.url } })
  await expect.poll(() => totalOf(receiver), WITHIN).toBe(0)
  await clickHouse.execute(FILL)
  expect(await totalOf(receiver)).toBe(MESSAGES)
  for (let request = 0; request < 6; request += 1) expect(await totalOf(receiver)).toBe(MESSAGES)
  const kept = clickHouse.statements.filter(({ text }) => text.includes('kept'))
  expect(kept.length).toBeGreaterThan(0)
  const before = kept.length
  expect(await totalOf(receiver)).toBe(MESSAGES)
  expect(clickHouse.statements.filter(({ text }) => text.includes('kept'))).toHaveLength(before)
})
