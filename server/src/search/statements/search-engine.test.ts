import { scopedSql } from '@logyard/languages/sql/scoped-sql'
import { sql } from '@logyard/languages/sql/sql'
import { expect, test } from 'vitest'
import { systemClock } from '../../platform/clock.ts'
import { isOnShards } from '../../testing/on-shards.ts'
import { startTestEngine } from '../../testing/start-index-sets.ts'
import { withoutMessages } from '../scope/without-messages.ts'
import { createSearchEngine } from './search-engine.ts'

// The servers of a cluster are processes of others.
test.skipIf(isOnShards())('statements wait while the engine starts, until its tables exist', async () => {
  await using store = await startTestEngine()
  const { rows } = createSearchEngine({ engine: store.engine, clock: systemClock })
  const options = { signal: AbortSignal.timeout(30_000) }
  expect(await rows(scopedSql(sql`SELECT count() FROM messages`), options)).toEqual([[0]])
  process.kill(store.engine.pid() ?? 0, 'SIGKILL')
  await expect.poll(() => store.engine.state(), { interval: 1 }).not.toBe('up')
  expect(await rows(scopedSql(sql`SELECT count() FROM messages`), options)).toEqual([[0]])
})

test('a request that is cancelled while the engine is down ends at once', async () => {
  await using store = await startTestEngine()
  const { rows } = createSearchEngine({ engine: store.engine, clock: systemClock })
  await store.engine[Symbol.asyncDispose]()
  const leaving = new AbortController()
  const asked = rows(withoutMessages(sql`SELECT 1`), { signal: leaving.signal })
  leaving.abort(new Error('left'))
  await expect(asked).rejects.toThrow('left')
})
