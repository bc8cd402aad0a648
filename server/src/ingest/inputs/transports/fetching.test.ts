import { createServer, type RequestListener } from 'node:http'
import { gelfCodec } from '@logyard/codecs/gelf/gelf-codec'
import { randomHttpCodec } from '@logyard/codecs/random/random-http-codec'
import { expect, test } from 'vitest'
import { startInputs } from '../testing/start-inputs.ts'
import { requestHeaders } from './poll.ts'

const JSON_PATH = 'org.graylog2.inputs.misc.jsonpath.JsonPathInput'
const DEMO = 'org.logyard.inputs.demo.DemoDataInput'
const RANDOM = 'org.graylog2.inputs.random.FakeHttpMessageInput'

async function startResource(listener: RequestListener) {
  const server = createServer(listener)
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', () => resolve()))
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  return {
    url: `http://127.0.0.1:${port}/figures`,
    [Symbol.asyncDispose]: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

test('a resource is fetched at once and then periodically, even after a failure', async () => {
  let asked = 0
  const seen: (string | undefined)[] = []
  await using resource = await startResource((request, response) => {
    asked += 1
    seen.push(request.headers['x-key']?.toString())
    if (asked === 2) response.statusCode = 500
    response.end(`{"store":{"orders":${asked}}}`)
  })
  await using world = await startInputs()
  const input = await world.launch(JSON_PATH, {
    target_url: resource.url,
    headers: 'X-Key: secret, Accept: application/json',
    interval: 1,
    timeunit: 'MILLISECONDS',
    path: '$.store.orders',
    source: 'shop',
  })
  const records = [...(await world.received(1))]
  await expect.poll(async () => records.push(...(await world.drain()))).toBeGreaterThan(1)
  expect(records.map(({ raw }) => Buffer.from(raw.payload).toString()).slice(0, 2)).toEqual([
    '{"store":{"orders":1}}',
    '{"store":{"orders":3}}',
  ])
  expect(records[0]).toMatchObject({
    origin: { codec: 'jsonpath', configuration: { path: '$.store.orders', source: 'shop' } },
    raw: { remoteAddress: '127.0.0.1', remotePort: 0 },
  })
  expect(seen[0]).toBe('secret')
  await world.inputs.stop(input.id)
  await world.inputs.settled()
  const before = asked
  await new Promise((resolve) => setTimeout(resolve, 250))
  expect(asked).toBe(before)
})

test('redirects are followed, but only the configured server gets the configured headers', async () => {
  const seen: string[] = []
  await using elsewhere = await startResource((request, response) => {
    seen.push(`elsewhere ${request.url} ${request.headers['x-key']} ${request.headers.authorization}`)
    if (request.url === '/figures') response.writeHead(307, { location: `${home.url}/back` }).end()
    else response.end('{"store":{"orders":7}}')
  })
  await using home = await startResource((request, response) => {
    seen.push(`home ${request.url} ${request.headers['x-key']}`)
    const locations: Readonly<Record<string, string>> = {
      '/figures': '/moved',
      '/moved': elsewhere.url,
      '/figures/back': `${elsewhere.url}/end`,
    }
    response.writeHead(302, { location: locations[request.url ?? ''] ?? '/' }).end()
  })
  await using world = await startInputs()
  const headers = 'X-Key: secret, Authorization: Bearer secret'
  const configuration = { target_url: home.url, headers, interval: 1, timeunit: 'HOURS', path: '$.x', source: 'x' }
  await world.launch(JSON_PATH, configuration)
  const [record] = await world.received(1)
  expect(String(record && Buffer.from(record.raw.payload))).toBe('{"store":{"orders":7}}')
  expect(seen).toEqual([
    'home /figures secret',
    'home /moved secret',
    'elsewhere /figures undefined undefined',
    'home /figures/back secret',
    'elsewhere /figures/end undefined undefined',
  ])
})

test('an endless redirect is abandoned and retried later', async () => {
  const asked: (string | undefined)[] = []
  await using resource = await startResource((request, response) => {
    asked.push(request.url)
    response.writeHead(302, { location: `/${asked.length}` }).end()
  })
  await using world = await startInputs()
  const configuration = { target_url: resource.url, interval: 1, timeunit: 'MILLISECONDS', path: '$.x', source: 'x' }
  await world.launch(JSON_PATH, configuration)
  await expect.poll(() => asked.filter((path) => path === '/figures').length).toBeGreaterThan(1)
  expect(asked.indexOf('/figures', 1)).toBe(6)
})

test('an address that cannot be fetched fails the input with an explanation', async () => {
  await using world = await startInputs()
  const configuration = { interval: 1, timeunit: 'MINUTES', path: '$.x', source: 'x' }
  await expect(world.launch(JSON_PATH, { ...configuration, target_url: 'file:///etc/passwd' })).rejects.toThrow(
    'file:///etc/passwd is not an HTTP address that can be fetched',
  )
  await expect(
    world.launch(JSON_PATH, { ...configuration, target_url: 'http://127.0.0.1:1', headers: 'a b: c' }),
  ).rejects.toThrow('a b is not a header that can be sent')
})

test('headers are parsed with and without spaces', () => {
  const headers = requestHeaders('Name: a value,Name2:http://x:1,, : none')
  expect([...headers]).toEqual([
    ['name', 'a value'],
    ['name2', 'http://x:1'],
  ])
})

test("the codec decodes the generator's messages", async () => {
  await using world = await startInputs()
  await world.launch(RANDOM, { sleep: 1, sleep_deviation: 30, source: 'made.up' })
  await expect.poll(() => world.journal.figures().uncommittedEntries).toBeGreaterThan(10)
  const decode = randomHttpCodec.create({})
  for (const { raw } of await world.drain()) {
    expect(decode(raw)).toMatchObject({
      ok: true,
      messages: [{ source: 'made.up', fields: { took_ms: expect.any(Number) } }],
    })
  }
})

test('the demo data generator makes messages of every kind at the configured rate', async () => {
  await using world = await startInputs()
  const startedAtMs = performance.now()
  const input = await world.launch(DEMO, { rate: 400 })
  await expect.poll(() => world.journal.figures().uncommittedEntries).toBeGreaterThan(600)
  await world.inputs.stop(input.id)
  await world.inputs.settled()
  const seconds = (performance.now() - startedAtMs) / 1000
  const records = await world.drain()
  expect(records.length).toBeLessThan(400 * (seconds + 1))
  const decode = gelfCodec.create({})
  const types = new Set<unknown>()
  for (const { raw, origin } of records) {
    expect(origin).toMatchObject({ codec: 'gelf', configuration: {} })
    const decoded = decode(raw)
    if (!decoded.ok) throw new Error(decoded.detail)
    for (const { fields, timestampMs } of decoded.messages) {
      types.add(fields['log_type'])
      expect(timestampMs).toBeLessThanOrEqual(raw.receivedAtMs)
    }
  }
  expect([...types]).toEqual(expect.arrayContaining(['web', 'app', 'database', 'auth', 'firewall', 'kubernetes']))
})
