/** The clock of a whole server is ahead for a while and then right again: nothing is lost, and a notice says so. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { aDraft, startEventServer } from '../events/testing/start-event-server.ts'
import { freePort } from '../testing/free-port.ts'

const SHIFT_CLOCK = join(import.meta.dirname, '..', 'testing', 'shift-clock.mjs')
const HOUR_MS = 3_600_000
const PATIENCE = { timeout: 60_000, interval: 200 }

test('messages before, while and after the clock is 2 hours ahead are one event each', {
  timeout: 300_000,
}, async () => {
  const folder = await mkdtemp(join(tmpdir(), 'logyard-clock-'))
  const file = join(folder, 'shift')
  const inputPort = await freePort()
  await using server = await startEventServer({
    inputPort,
    env: { NODE_OPTIONS: `--import=${SHIFT_CLOCK}`, TEST_CLOCK_SHIFT_FILE: file },
  })
  const stream = await server.stream('lab')
  const config = { search_within_ms: 1000, execute_every_ms: 1000, streams: [stream] }
  const { id } = await server.make('POST', '/events/definitions', aDraft({ config }))
  const send = async () => {
    const message = { version: '1.1', host: 'web-1', short_message: 'a message', _room: 'lab' }
    const answer = await fetch(`http://127.0.0.1:${inputPort}/gelf`, { method: 'POST', body: JSON.stringify(message) })
    expect(answer.status).toBe(202)
  }
  // Events of the time that was wrong lie in the future.
  const timerange = { type: 'absolute', from: '2000-01-01T00:00:00.000Z', to: '2100-01-01T00:00:00.000Z' }
  const found = async () =>
    (await server.make('POST', '/events/search', { timerange, filter: { event_definitions: [id] } })).total_events
  const notice = async () => {
    const { notifications } = await server.make('GET', '/system/notifications')
    return JSON.stringify(notifications.filter(({ type }: { type: string }) => type === 'clock_jumped'))
  }

  await send()
  await expect.poll(found, PATIENCE).toBe(1)
  await writeFile(file, String(2 * HOUR_MS))
  await expect.poll(notice, PATIENCE).toContain('It went forward by 7200 s')
  await send()
  await expect.poll(found, PATIENCE).toBe(2)
  await writeFile(file, '0')
  await expect.poll(notice, PATIENCE).toContain('It went back by 7200 s')
  await send()
  await expect.poll(found, PATIENCE).toBe(3)
  await rm(folder, { recursive: true, force: true })
})
