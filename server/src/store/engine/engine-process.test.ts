import { fileURLToPath } from 'node:url'
import { sql } from '@logyard/languages/sql/sql'
import { expect, test } from 'vitest'
import { systemClock } from '../../platform/clock.ts'
import { createLog } from '../../platform/log.ts'
import { temporaryFolder } from '../../testing/temporary-folder.ts'
import { createEngineClient } from './engine-client.ts'
import { createEngineProcess } from './engine-process.ts'

const BUSY_MAIN = fileURLToPath(import.meta.resolve('@logyard/engine/testing/busy-main'))

/** An engine whose main thread SIGUSR2 keeps busy, once it listens. */
async function startBusy(folder: string, busyMs: number, options: { standstillLimitMs?: number } = {}) {
  const socket = `${folder}/engine.sock`
  const lines: string[] = []
  let ups = 0
  const running = createEngineProcess({
    dataFolder: folder,
    socket,
    program: [BUSY_MAIN, String(busyMs)],
    log: createLog('info', { write: (line) => void lines.push(line) }),
    clock: systemClock,
    onStarting: () => undefined,
    onUp: () => {
      ups += 1
    },
    onDown: () => undefined,
    ...options,
  })
  await expect.poll(() => ups, { timeout: 30_000 }).toBe(1)
  const client = createEngineClient({ socket })
  return {
    pid: () => running.pid() ?? 0,
    ups: () => ups,
    log: () => lines.join(''),
    select: async () => (await client.query({ query: sql`SELECT 17`, format: 'JSONCompactEachRow' })).json(),
    async [Symbol.asyncDispose]() {
      await client.close()
      await running[Symbol.asyncDispose]()
    },
  }
}

test('an engine that is busy for a long time is not killed, and responds afterwards', async () => {
  await using folder = await temporaryFolder()
  // Longer than five health checks with their timeouts.
  await using engine = await startBusy(folder.path, 26_000)
  const pid = engine.pid()
  process.kill(pid, 'SIGUSR2')
  await expect.poll(engine.log, { timeout: 20_000 }).toContain('engine is busy and accepts no requests')
  expect(await engine.select()).toEqual([[17]])
  expect(engine.pid()).toBe(pid)
  expect(engine.ups()).toBe(1)
  expect(engine.log()).not.toContain('killed')
}, 90_000)

test('an engine that hangs for longer than the statement timeout is replaced', async () => {
  await using folder = await temporaryFolder()
  await using engine = await startBusy(folder.path, 300_000, { standstillLimitMs: 4000 })
  const pid = engine.pid()
  process.kill(pid, 'SIGUSR2')
  await expect.poll(engine.ups, { timeout: 60_000 }).toBe(2)
  expect(engine.log()).toContain('engine hangs and is killed')
  expect(engine.pid()).not.toBe(pid)
  expect(await engine.select()).toEqual([[17]])
}, 90_000)
