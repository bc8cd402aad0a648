/** Rules of a whole server that look values up in a slow source: threads process other messages meanwhile. */
import { setTimeout } from 'node:timers/promises'
import { isJsonObject, type JsonObject } from '@logyard/codecs/json-text'
import { DEFAULT_STREAM_ID } from '@logyard/contract/streams/stream-ids'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { NO_DEFAULTS } from '../lookup/testing/start-lookups.ts'
import { INPUT, type LaunchedInput, type Receiver, startReceiver } from '../senders/testing/receiver.ts'
import { type HttpSource, startHttpSource } from '../testing/lookup/http-source.ts'
import { ADMIN_PASSWORD } from '../testing/server-process.ts'

const START_LIMIT_MS = 60_000
const KEY = '$' + '{key}'
const authorization = `Basic ${Buffer.from(`admin:${ADMIN_PASSWORD}`).toString('base64')}`
const headers = { authorization, 'content-type': 'application/json', 'x-requested-by': 'test' }

let receiver: Receiver
let source: HttpSource

async function save(method: string, path: string, body: object) {
  const answer = await fetch(`${receiver.url}api/system/${path}`, { method, headers, body: JSON.stringify(body) })
  const text = await answer.text()
  expect(answer.ok, `${path}: ${text}`).toBe(true)
  return Object(text === '' ? undefined : JSON.parse(text))
}

beforeAll(async () => {
  receiver = await startReceiver()
  source = await startHttpSource()
  const entries = [{ id: 'source', type: 'regex', title: 'Source', value: `^${source.url}/` }]
  await save('PUT', 'urlwhitelist', { entries, disabled: false })
  const named = { title: 'Slow', description: '', name: 'slow' }
  const expiry = { expire_after_access: 0, expire_after_write: 0 }
  const units = { expire_after_access_unit: 'SECONDS', expire_after_write_unit: 'SECONDS' }
  const cache = await save('POST', 'lookup/caches', {
    ...named,
    config: { type: 'guava_cache', max_size: 10_000, ...expiry, ...units },
  })
  const adapter = await save('POST', 'lookup/adapters', {
    ...named,
    config: {
      type: 'httpjsonpath',
      url: `${source.url}/${KEY}`,
      single_value_jsonpath: '$.value',
      user_agent: 'Tests',
    },
  })
  await save('POST', 'lookup/tables', {
    ...named,
    ...NO_DEFAULTS,
    cache_id: cache.id,
    data_adapter_id: adapter.id,
  })
  await save('POST', 'pipelines/rule', {
    source:
      'rule "ask" when has_field("key") then set_field("found", lookup_value("slow", $message.key, "nothing")); end',
  })
  const pipeline = await save('POST', 'pipelines/pipeline', {
    source: 'pipeline "P" stage 0 match all rule "ask" end',
  })
  await save('POST', 'pipelines/connections/to_stream', {
    stream_id: DEFAULT_STREAM_ID,
    pipeline_ids: [pipeline.id],
  })
}, START_LIMIT_MS)
afterAll(async () => {
  await source[Symbol.asyncDispose]()
  await receiver[Symbol.asyncDispose]()
})

const PER_REQUEST = 100

async function send({ port }: LaunchedInput, keys: readonly string[]): Promise<void> {
  const lines = keys.map((key) => JSON.stringify({ version: '1.1', host: 'h', short_message: 'm', _key: key }))
  const bodies = Array.from({ length: Math.ceil(lines.length / PER_REQUEST) }, (_, request) =>
    lines.slice(request * PER_REQUEST, (request + 1) * PER_REQUEST).join('\n'),
  )
  const sendOne = (body: string) => fetch(`http://127.0.0.1:${port}/gelf`, { method: 'POST', body })
  // All at once, so that they are in few blocks.
  const answers = await Promise.all(bodies.map(sendOne))
  expect(answers.map(({ status }) => status)).toEqual(bodies.map(() => 202))
}

const launch = () => receiver.launch(INPUT.gelfHttp, { enable_bulk_receiving: true })

/** How many messages have each value. */
function countsOf(rows: readonly JsonObject[], textOf: (fields: JsonObject) => unknown): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const { fields } of rows) {
    const value = String(isJsonObject(fields) ? textOf(fields) : fields)
    counts[value] = (counts[value] ?? 0) + 1
  }
  return counts
}

test('a slow source is asked for many keys at the same time, once for each, and every message gets its value', async () => {
  let atOnce = 0
  let most = 0
  source.answer((request, response) => {
    atOnce += 1
    most = Math.max(most, atOnce)
    void setTimeout(850).then(() => {
      atOnce -= 1
      response.end(JSON.stringify({ value: `of ${request.url?.slice(1)}` }))
    })
  })
  const input = await launch()
  // Four rounds of 32 keys take longer than one lookup may, and far less than a lookup may wait for its turn.
  const keys = Array.from({ length: 128 }, (_, number) => `k${number}`)
  await send(
    input,
    keys.flatMap((key) => [key, key]),
  )
  const rows = await receiver.stored(input, 256)
  expect(countsOf(rows, ({ key, found }) => found === `of ${String(key)}`)).toEqual({ true: 256 })
  expect(source.requests.length).toBe(128)
  expect(most).toBe(32)
})

test('a source that hangs does not stop processing: rules go on without the values', async () => {
  source.answer(() => undefined)
  const input = await launch()
  await send(
    input,
    Array.from({ length: 2000 }, (_, number) => `h${number}`),
  )
  const rows = await receiver.stored(input, 2000)
  expect(countsOf(rows, ({ found }) => found)).toEqual({ nothing: 2000 })
})
