import { sql } from '@logyard/languages/sql/sql'
import { sqlList } from '@logyard/languages/sql/sql-parts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type EngineUnderTest, startTestEngine } from '../../testing/start-index-sets.ts'
import { partitionDay } from './partition-day.ts'
import { partitionDaySql } from './partition-day-sql.ts'

let store: EngineUnderTest
beforeAll(async () => {
  store = await startTestEngine()
}, 60_000)
afterAll(() => store[Symbol.asyncDispose]())

const DAY_MS = 86_400_000
const EARLIEST = Date.UTC(1900, 0, 1)
const LATEST = Date.UTC(2299, 11, 31)
const DISTANCES = [0, 1, 2, 31, 32, 33, 364, 365, 366, 367, 5000]

/** Pairs around every limit, and a few thousand at random times that are the same in each run. */
function pairs(): readonly (readonly [number, number])[] {
  const received = [0, Date.UTC(1971, 5, 3), Date.UTC(2024, 1, 29), Date.UTC(2026, 2, 1), Date.UTC(2149, 5, 6)]
  const near = received.flatMap((at) =>
    DISTANCES.flatMap((days) =>
      [-1, 0, 1].flatMap((ms) => [
        [at - days * DAY_MS + ms, at],
        [at + days * DAY_MS + ms, at + 43_200_000],
      ]),
    ),
  )
  let seed = 42
  const next = () => {
    seed = (seed * 1103515245 + 12345) % 2147483648
    return seed / 2147483648
  }
  const random = Array.from({ length: 5000 }, () => {
    const at = Math.floor(next() * Date.UTC(2150, 0, 1))
    return [Math.floor(at + (next() - 0.7) * 800 * DAY_MS), at]
  })
  const ends = [
    [EARLIEST, Date.UTC(2026, 2, 1)],
    [LATEST, Date.UTC(2026, 2, 1)],
  ]
  return [...near, ...random, ...ends].map(([timestamp = 0, at = 0]) => [
    Math.max(timestamp, EARLIEST),
    Math.max(at, 0),
  ])
}

test('the engine computes the day of a partition as the server does', async () => {
  const all = pairs()
  const instants = {
    timestamp: sql`fromUnixTimestamp64Milli(pair.1, 'UTC')`,
    received: sql`fromUnixTimestamp64Milli(pair.2, 'UTC')`,
  }
  const list = sqlList(all.map(([timestamp, received]) => sql`(toInt64(${timestamp}), toInt64(${received}))`))
  const answer = await store.engine.client.query({
    query: sql`SELECT ${partitionDaySql(instants)} AS day FROM (SELECT arrayJoin([${list}]) AS pair)`,
    format: 'JSONCompactEachRow',
  })
  const days = (await answer.json<readonly [number]>()).map(([found]) => found)
  expect(days).toHaveLength(all.length)
  expect(all.filter(([timestamp, received], at) => partitionDay(timestamp, received) !== days[at])).toEqual([])
})
