/** What tests of moving messages share: old messages, a sender that never stops, and how often each message is stored. */
import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'vitest'
import type { CommandResult } from '../../backup/testing/run-command.ts'
import type { Receiver } from '../../senders/testing/receiver.ts'
import { connectToEngine } from '../../testing/engine-owner.ts'

/** Servers and engines start more slowly while the machine is busy. */
export const LIMIT_MS = 180_000
export const WITHIN = { timeout: LIMIT_MS }
export const OLD = 20_000
const PER_BATCH = 50

/** Messages `number 0` and so on, of two indices and several days, as if they had been received then. */
export async function fill(dataFolder: string): Promise<void> {
  const engine = await connectToEngine(dataFolder)
  await engine.command({
    query: `INSERT INTO messages (received, journal_offset, place, index, day, timestamp, source, message, stream_ids, fields)
      SELECT now64(3) - toIntervalSecond(3600 + number * 15) AS at, number, 0, if(number % 4 = 0, 'graylog_0', 'old_7'),
        toDate(at), at, concat('web-', toString(number % 7)), concat('number ', toString(number)), '',
        toJSONString(map('n', toString(number), concat('f', toString(number % 40)), 'é'))
      FROM numbers(${OLD})`,
  })
  await engine.close()
}

/** Sends batches over HTTP, also while the server is away, until it is stopped. Each number is sent once. */
export function startSender(port: number, everyMs = 20) {
  const acknowledged: number[] = []
  let isStopped = false
  async function send() {
    for (let first = 1_000_000; !isStopped; first += PER_BATCH) {
      const lines = Array.from({ length: PER_BATCH }, (_, at) =>
        JSON.stringify({ version: '1.1', host: 'sender', short_message: `number ${first + at}`, _n: first + at }),
      )
      const answer = await fetch(`http://127.0.0.1:${port}/gelf`, { method: 'POST', body: lines.join('\n') }).catch(
        () => undefined,
      )
      if (answer?.status === 202) acknowledged.push(first)
      await sleep(everyMs)
    }
  }
  const sending = send()
  return {
    acknowledged,
    async stop() {
      isStopped = true
      await sending
    },
  }
}

export const healthy = ({ call }: Receiver) =>
  expect.poll(() => call('/system/indexer/cluster/health').catch(String), WITHIN).toMatchObject({ status: 'green' })

export async function tokenFor({ call }: Receiver): Promise<string> {
  const { token } = await call('/users/admin/tokens/store', { method: 'POST', body: '{}' })
  return String(token)
}

/** For a table of messages: lines with each number and how often it is stored. */
export const timesIn = (table: string): string =>
  `SELECT toUInt32(substring(message, 8)) AS n, count() FROM ${table} WHERE startsWith(message, 'number ') GROUP BY n`

export function readTimes(text: string): ReadonlyMap<number, number> {
  return new Map(
    text.split('\n').flatMap((line) => {
      const [n, times] = line.split('\t').map(Number)
      return n === undefined || times === undefined ? [] : [[n, times] as const]
    }),
  )
}

/** The numbers of acknowledged messages that are not stored once, and all that are stored more than once. */
export function wrongOf(times: ReadonlyMap<number, number>, acknowledged: readonly number[]): readonly number[] {
  const expected = [
    ...Array.from({ length: OLD }, (_, n) => n),
    ...acknowledged.flatMap((first) => Array.from({ length: PER_BATCH }, (_, at) => first + at)),
  ]
  const missing = expected.filter((n) => times.get(n) !== 1)
  return [...missing, ...[...times].flatMap(([n, count]) => (count > 1 ? [n] : []))].slice(0, 20)
}

export const succeeded = ({ code, output }: CommandResult) => expect(code, output).toBe(0)
