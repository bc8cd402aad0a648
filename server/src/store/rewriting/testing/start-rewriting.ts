/** Starts what rewrites messages, and holds it in the middle of the replacement of an index. */
import { sql } from '@logyard/languages/sql/sql'
import { expect } from 'vitest'
import { systemClock } from '../../../platform/clock.ts'
import { createLog } from '../../../platform/log.ts'
import { type IndexSetsUnderTest, startIndexSets } from '../../../testing/start-index-sets.ts'
import { findHidden, type HiddenRows } from '../../engine/all-messages.ts'
import { createEngine, type Engine } from '../../engine/engine.ts'
import { hasOldMessages } from '../../engine/old-messages.ts'
import type { Store } from './old-messages.ts'

const WITHIN = { timeout: 120_000, interval: 20 }

export async function startEngine(folder: string, store: Store = {}): Promise<Engine> {
  const engine = await createEngine({ dataFolder: folder, log: createLog('off'), clock: systemClock, ...store })
  await engine.ready(AbortSignal.timeout(WITHIN.timeout))
  return engine
}

/** Its clock goes as the machine's does. */
export async function startRewriting(
  engine: Engine,
  folder: string,
  spareBytes?: () => number,
): Promise<IndexSetsUnderTest> {
  const logyard = await startIndexSets({ engine, folder, ...(spareBytes && { spareBytes }) })
  const ticking = setInterval(() => logyard.clock.advance(10), 10)
  const dispose = logyard[Symbol.asyncDispose]
  return {
    ...logyard,
    async [Symbol.asyncDispose]() {
      clearInterval(ticking)
      await dispose()
    },
  }
}

export const untilRewritten = ({ client }: Engine) => expect.poll(() => hasOldMessages(client), WITHIN).toBe(false)

export const untilHidden = ({ client }: Engine, from: HiddenRows['from']) =>
  expect.poll(async () => (await findHidden(client))?.from, WITHIN).toBe(from)

/** The engine, which does not begin to copy messages until `release`; `copying` resolves once it is about to. */
export function holdCopies(engine: Engine) {
  const copying = Promise.withResolvers<void>()
  const released = Promise.withResolvers<void>()
  const { patientClient } = engine
  const held: Engine = {
    ...engine,
    patientClient: {
      ...patientClient,
      async command(statement) {
        if (statement.query.text.startsWith('INSERT INTO staged_messages')) {
          copying.resolve()
          await released.promise
        }
        return await patientClient.command(statement)
      },
    },
  }
  return { engine: held, copying: copying.promise, release: released.resolve }
}

/** A statement that reads all messages, and runs until it is disposed: rows neither appear nor go meanwhile. */
export async function holdReplacement(engine: Engine): Promise<AsyncDisposable> {
  const ending = new AbortController()
  const id = crypto.randomUUID()
  const reading = engine.patientClient
    .command({
      query: sql`SELECT sleepEachRow(0.1) FROM numbers(3000)
        WHERE number NOT IN (SELECT count() + 5000 FROM all_messages WHERE message = 'none')`,
      query_id: id,
      abort_signal: ending.signal,
      clickhouse_settings: { max_block_size: '1', max_execution_time: 300 },
    })
    .catch(() => undefined)
  const running = async () => {
    const query = sql`SELECT 1 FROM system.processes WHERE query_id = ${id}`
    return (await (await engine.client.query({ query, format: 'JSONEachRow' })).json()).length
  }
  await expect.poll(running, WITHIN).toBe(1)
  return {
    async [Symbol.asyncDispose]() {
      ending.abort()
      await reading
    },
  }
}
