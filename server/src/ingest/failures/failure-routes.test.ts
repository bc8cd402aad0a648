/** Failures of a whole server: messages that cannot be decoded, from the sender to the replay. */
import { gzipSync } from 'node:zlib'
import { beforeAll, expect, test } from 'vitest'
import { systemClock } from '../../platform/clock.ts'
import { INPUT, type LaunchedInput, type Receiver, startReceiver } from '../../senders/testing/receiver.ts'
import { numberedMessage, testOrigin } from '../../testing/journal-messages.ts'
import { startHttp } from '../../testing/start-http.ts'
import { temporaryFolder } from '../../testing/temporary-folder.ts'
import { failureRoutes } from './failure-routes.ts'
import { createFailureService } from './failure-service.ts'
import { openFailures } from './lmdb-failures.ts'

let receiver: Receiver
beforeAll(async () => {
  receiver = await startReceiver()
  return () => receiver[Symbol.asyncDispose]()
})

const FAILURES = '/logyard/failures'
const post = (path: string, body: object) =>
  receiver.call(`${FAILURES}${path}`, { method: 'POST', body: JSON.stringify(body) })
const list = async (query: string) => Object(await receiver.call(`${FAILURES}?${query}`))
const gelf = (text: string) => JSON.stringify({ version: '1.1', host: 'web-1', short_message: text })

async function send({ port }: LaunchedInput, path: string, body: Uint8Array | string) {
  const answer = await fetch(`http://127.0.0.1:${port}${path}`, { method: 'POST', body: Buffer.from(body) })
  await answer.arrayBuffer()
  expect(answer.ok).toBe(true)
}

const expectFailures = (input: LaunchedInput, count: number) =>
  expect
    .poll(async () => Object(await receiver.call(`${FAILURES}/counts`)).inputs)
    .toContainEqual({ id: input.id, title: expect.any(String), count })

test('a message that could not be decoded is stored once when it is replayed with a corrected input', async () => {
  const input = await receiver.launch(INPUT.gelfHttp, { decompress_size_limit: 1000 })
  const payload = gzipSync(gelf(`long ${'x'.repeat(2000)}`))
  await send(input, '/gelf', payload)
  await expectFailures(input, 1)
  const page = await list(`input=${input.id}`)
  const [failure] = page.failures
  expect(page).toMatchObject({ total: 1, count: 1, page: 1, per_page: 50, newest: failure.number })
  expect(failure).toMatchObject({
    attempts: 1,
    input_id: input.id,
    input_title: INPUT.gelfHttp,
    codec: 'gelf',
    remote_address: '127.0.0.1',
    size: payload.byteLength,
    detail: expect.stringContaining('1000'),
  })
  const one = await receiver.call(`${FAILURES}/${failure.number}`)
  expect(one).toEqual({ ...failure, payload: payload.toString('base64'), shown: payload.byteLength })

  expect(await post('/replay', { numbers: [failure.number] })).toEqual({ stored: 0, failed: 1, next: null })
  expect(await receiver.call(`${FAILURES}/${failure.number}`)).toMatchObject({ attempts: 2, reason: failure.reason })

  await receiver.call(`/system/inputs/${input.id}`, {
    method: 'PUT',
    body: JSON.stringify({
      title: 'Mended',
      type: INPUT.gelfHttp,
      global: true,
      configuration: { bind_address: '127.0.0.1', port: input.port, decompress_size_limit: 100_000 },
    }),
  })
  const both = await Promise.all([
    post('/replay', { filter: { input: input.id, up_to: page.newest } }),
    post('/replay', { numbers: [failure.number] }),
  ])
  // Either of them may come first.
  expect(both.toSorted((one, other) => Number(other['stored']) - Number(one['stored']))).toEqual([
    { stored: 1, failed: 0, next: null },
    { stored: 0, failed: 0, next: null },
  ])
  expect(await receiver.stored(input, 1)).toMatchObject([{ source: 'web-1', message: `long ${'x'.repeat(2000)}` }])
  expect(await list(`input=${input.id}`)).toMatchObject({ total: 0, failures: [] })
})

test('a replay of a partly decoded request stores nothing twice', async () => {
  const input = await receiver.launch(INPUT.bulk)
  const lines = ['{"message":"a"}', '{"doc":{}}', '{"message":"b"}']
  const actions = ['{"index":{}}', '{"update":{"_id":"1"}}', '{"create":{}}']
  await send(input, '/_bulk', lines.map((line, at) => `${actions[at]}\n${line}\n`).join(''))
  await receiver.stored(input, 2)
  await expectFailures(input, 1)
  expect(await post('/replay', { filter: { input: input.id } })).toEqual({ stored: 0, failed: 1, next: null })
  const rows = await receiver.stored(input, 2)
  expect(rows.map(({ message }) => message)).toEqual(['a', 'b'])
})

test('failures are found by text, and deleted by number or by query', async () => {
  const input = await receiver.launch(INPUT.gelfHttp)
  const texts = ['first broken', 'second broken', 'third']
  for (const text of texts) await send(input, '/gelf', text)
  await expectFailures(input, 3)
  const found = await list(`input=${input.id}&text=BROKEN&per_page=1&page=2`)
  expect(found).toMatchObject({ total: 2, count: 1, failures: [{ preview: 'first broken' }] })
  const soon = encodeURIComponent(new Date(Date.now() + 60_000).toISOString())
  expect(await list(`input=${input.id}&from=${soon}`)).toMatchObject({ total: 0 })
  expect(await list(`input=${input.id}&to=${soon}&reason=${found.failures[0].reason}`)).toMatchObject({ total: 3 })

  const [failure] = found.failures
  await expect(receiver.call(`${FAILURES}/999999`)).rejects.toThrow('There is no failure 999999')
  expect(await post('/delete', { numbers: [failure.number, 999_999] })).toEqual({ deleted: 1, next: null })
  expect(await post('/delete', { filter: { input: input.id, text: 'broken' } })).toEqual({ deleted: 1, next: null })
  expect(await list(`input=${input.id}`)).toMatchObject({ total: 1, failures: [{ preview: 'third' }] })
  await expect(post('/delete', { numbers: 'all' })).rejects.toThrow('400')
  await expect(post('/replay', { filter: { imput: input.id } })).rejects.toThrow('400')
})

test('users who may read failures can download their bytes; changing them requires another permission', async () => {
  await using folder = await temporaryFolder()
  await using failures = openFailures({ folder: folder.path, clock: systemClock })
  const raw = { ...numberedMessage(1), payload: Buffer.from('{ "as": "it came" }\n') }
  await failures.add([{ origin: testOrigin, raw, offset: 7, reason: 'not-gelf', detail: 'no host' }])
  const service = createFailureService({ failures, replay: async () => [undefined], originOf: () => undefined })
  await using http = await startHttp((api) =>
    failureRoutes(api, { failures, service, titleOf: () => undefined, timeZone: 'UTC', clock: systemClock }),
  )
  const download = await http.ask('GET', `${FAILURES}/1/payload`, 'indices:failures')
  expect(download.body).toBe('{ "as": "it came" }\n')
  expect(download.headers.get('content-type')).toBe('application/octet-stream')
  expect(download.headers.get('content-disposition')).toBe('attachment; filename="failure-1.bin"')
  expect(await http.ask('GET', `${FAILURES}/1`, 'indices:failures')).toMatchObject({
    body: { input_title: null, preview: '{ "as": "it came" }·' },
  })
  const selection = { numbers: [1] }
  const statuses = async (permissions: string) => {
    const calls: [method: string, path: string, body?: object][] = [
      ['GET', ''],
      ['GET', '/counts'],
      ['GET', '/1'],
      ['POST', '/replay', selection],
      ['POST', '/delete', selection],
    ]
    const answers = calls.map(([method, path, body]) => http.ask(method, `${FAILURES}${path}`, permissions, body))
    return (await Promise.all(answers)).map(({ status }) => status)
  }
  expect(await statuses('indices:read')).toEqual([403, 403, 403, 403, 403])
  expect(await statuses('indices:failures')).toEqual([200, 200, 200, 403, 403])
  expect((await http.ask('POST', `${FAILURES}/replay`, 'indices:failures,journal:edit', selection)).body).toEqual({
    stored: 1,
    failed: 0,
    next: null,
  })
})

test('changes beyond the limit of a call continue in further calls where the previous one ended', async () => {
  await using folder = await temporaryFolder()
  await using failures = openFailures({ folder: folder.path, clock: systemClock })
  const failure = { origin: testOrigin, raw: numberedMessage(1), reason: 'marked', detail: '' }
  await failures.add(Array.from({ length: 1500 }, (_, offset) => ({ ...failure, offset })))
  const tried: number[] = []
  const service = createFailureService({
    failures,
    replay: async (records) => {
      tried.push(...records.map(({ offset }) => offset))
      return records.map(({ offset }) => (offset % 2 === 0 ? undefined : { reason: 'marked', detail: 'again' }))
    },
    originOf: () => undefined,
  })
  const first = await service.replay({ kind: 'query', query: {} })
  expect(first).toEqual({ stored: 500, failed: 500, next: 500 })
  expect(await service.replay({ kind: 'query', query: { upTo: first.next ?? 0 } })).toEqual({
    stored: 250,
    failed: 250,
    next: null,
  })
  expect(tried.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 1500 }, (_, offset) => offset))
  expect(await service.delete({ kind: 'query', query: {} })).toEqual({ deleted: 750, next: null })
})
