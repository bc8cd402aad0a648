import { connect } from 'node:net'
import { deflateRawSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { startInputs } from '../testing/start-inputs.ts'
import { tcpClient } from '../testing/tcp-client.ts'
import { gelfMessages } from './gelf-http.ts'

const GELF_HTTP = 'org.graylog2.inputs.gelf.http.GELFHttpInput'

const ask = async (port: number, method: string, path: string, options: RequestInit = {}) => {
  const answer = await fetch(`http://127.0.0.1:${port}${path}`, { method, ...options })
  return { status: answer.status, text: await answer.text(), headers: answer.headers }
}

test('a request is answered only once its message is on the disk', async () => {
  const disk = Promise.withResolvers<void>()
  await using world = await startInputs({}, { disk: disk.promise })
  const input = await world.launch(GELF_HTTP)
  let isAnswered = false
  const asked = ask(input.port, 'POST', '/gelf', { body: '{"a":1}' }).then((answer) => {
    isAnswered = true
    return answer
  })
  await world.received(1)
  for (let turn = 0; turn < 500; turn++) await new Promise(setImmediate)
  expect(isAnswered).toBe(false)
  disk.resolve()
  expect((await asked).status).toBe(202)
})

test('any message is accepted with 202', async () => {
  await using world = await startInputs()
  const { port } = await world.launch(GELF_HTTP)
  const taken = await ask(port, 'POST', '/gelf', { body: '{"host":"h","short_message":"m"}' })
  expect({ status: taken.status, text: taken.text, length: taken.headers.get('content-length') }).toEqual({
    status: 202,
    text: '',
    length: '0',
  })
  expect((await ask(port, 'POST', '/gelf', { body: 'not json' })).status).toBe(202)
  expect(await world.receivedTexts(2)).toEqual(['{"host":"h","short_message":"m"}', 'not json'])
})

test.each([
  { method: 'GET', path: '/gelf', status: 405 },
  { method: 'PUT', path: '/x', status: 405 },
  { method: 'POST', path: '/x', status: 404 },
  { method: 'POST', path: '/gelf?a=b', status: 404 },
  { method: 'OPTIONS', path: '/x', status: 200 },
])('$method $path is $status', async ({ method, path, status }) => {
  await using world = await startInputs()
  const { port } = await world.launch(GELF_HTTP)
  expect((await ask(port, method, path)).status).toBe(status)
})

test('web pages of any origin may send, unless CORS is disabled', async () => {
  await using world = await startInputs()
  const on = await world.launch(GELF_HTTP)
  const off = await world.launch(GELF_HTTP, { enable_cors: false })
  const options = { headers: { origin: 'https://shop.example' } }
  const { headers } = await ask(on.port, 'OPTIONS', '/gelf', options)
  expect(headers.get('access-control-allow-origin')).toBe('https://shop.example')
  expect(headers.get('access-control-allow-credentials')).toBe('true')
  expect(headers.get('access-control-allow-headers')).toBe('Authorization, Content-Type')
  expect((await ask(off.port, 'OPTIONS', '/gelf', options)).headers.has('access-control-allow-origin')).toBe(false)
})

test('bodies above the limit are refused, bodies at the limit are not', async () => {
  await using world = await startInputs()
  const { port } = await world.launch(GELF_HTTP)
  expect((await ask(port, 'POST', '/gelf', { body: 'x'.repeat(65_536) })).status).toBe(202)
  expect((await ask(port, 'POST', '/gelf', { body: 'x'.repeat(65_537) })).status).toBe(413)
  const streamed = new ReadableStream({
    pull(controller) {
      controller.enqueue(Buffer.alloc(50_000, 'x'))
      if (++pulled === 4) controller.close()
    },
  })
  let pulled = 0
  const chunked = await fetch(`http://127.0.0.1:${port}/gelf`, { method: 'POST', body: streamed, duplex: 'half' })
  expect(chunked.status).toBe(413)
})

test.each([
  { encoding: 'gzip', pack: gzipSync },
  { encoding: 'deflate', pack: deflateSync },
  { encoding: 'deflate', pack: deflateRawSync },
  { encoding: 'zstd', pack: zstdCompressSync },
])('a body compressed with $encoding is decompressed, up to the limit', async ({ encoding, pack }) => {
  await using world = await startInputs()
  const { port } = await world.launch(GELF_HTTP, { decompress_size_limit: 10_000 })
  const send = (text: string) =>
    ask(port, 'POST', '/gelf', { body: Uint8Array.from(pack(text)), headers: { 'content-encoding': encoding } })
  expect((await send('{"short_message":"packed"}')).status).toBe(202)
  expect(await world.receivedTexts(1)).toEqual(['{"short_message":"packed"}'])
  expect((await send('x'.repeat(10_001))).status).toBe(413)
})

const GELF = '{"host":"h","short_message":"m"}'
test.each([
  { encoding: 'gzip,deflate', body: deflateSync(GELF) },
  { encoding: 'gzip,deflate', body: gzipSync(GELF) },
  { encoding: 'gzip', body: deflateSync(GELF) },
  { encoding: 'gzip', body: Buffer.from(GELF) },
  { encoding: 'rot13', body: Buffer.from(GELF) },
  { encoding: 'constructor', body: Buffer.from(GELF) },
])('GELF is recognised by its first bytes, whatever $encoding says', async ({ encoding, body }) => {
  await using world = await startInputs()
  const { port } = await world.launch(GELF_HTTP, { decompress_size_limit: 10_000 })
  const send = (bytes: Uint8Array) =>
    ask(port, 'POST', '/gelf', { body: Uint8Array.from(bytes), headers: { 'content-encoding': encoding } })
  expect((await send(body)).status).toBe(202)
  expect(await world.receivedTexts(1)).toEqual([GELF])
  expect((await send(gzipSync('x'.repeat(10_001)))).status).toBe(413)
})

test('a body that is too large is refused and retained as a failure', async () => {
  await using world = await startInputs()
  const { port } = await world.launch(GELF_HTTP, { decompress_size_limit: 70_000 })
  const text = `{"short_message":"${'x'.repeat(65_536)}"}`
  expect((await ask(port, 'POST', '/gelf', { body: text })).status).toBe(413)
  expect((await ask(port, 'POST', '/gelf', { body: 'y'.repeat(2_000_000) })).status).toBe(413)
  const bomb = gzipSync(' '.repeat(70_001))
  const packedAs = { body: Uint8Array.from(bomb), headers: { 'content-encoding': 'gzip' } }
  expect((await ask(port, 'POST', '/gelf', packedAs)).status).toBe(413)
  const refused = await world.received(3)
  const [whole, cut, packed] = refused.map(({ raw }) => Buffer.from(raw.payload))
  expect(whole?.toString()).toBe(text)
  expect(cut?.length).toBe(1_048_576)
  expect(packed).toEqual(bomb)
  expect(refused.map(({ origin }) => [origin.codec, origin.configuration])).toEqual([
    ['refused', { reason: 'body-too-large', detail: expect.stringContaining('longer than 65536 bytes') }],
    ['refused', { reason: 'body-too-large', detail: expect.stringContaining('longer than 65536 bytes') }],
    ['refused', { reason: 'body-too-large', detail: expect.stringContaining('longer than 70000 bytes') }],
  ])
})

test('a request may contain many messages, one per line or in an array', async () => {
  await using world = await startInputs()
  const { port } = await world.launch(GELF_HTTP)
  await ask(port, 'POST', '/gelf', { body: '{"a":1}\n{"b":2}\r\n\n{"c":3}\n' })
  await ask(port, 'POST', '/gelf', { body: ' [{"d":12345678901234567890},{"e":5}]' })
  await ask(port, 'POST', '/gelf', { body: '{\n  "f": {"g":\n6}\n}' })
  expect((await world.receivedTexts(6)).map((text) => text.trim())).toEqual([
    '{"a":1}',
    '{"b":2}',
    '{"c":3}',
    '{"d":12345678901234567890}',
    '{"e":5}',
    '{\n  "f": {"g":\n6}\n}',
  ])
})

test.each([
  { body: '{"a":1}\nbroken\n{"b":2}', messages: ['{"a":1}', 'broken', '{"b":2}'] },
  { body: 'broken\n{"b":2}', messages: ['broken\n{"b":2}'] },
  { body: '{broken\n{"b":2}', messages: ['{broken', '{"b":2}'] },
  { body: '{"text":"}\n{"}', messages: ['{"text":"}\n{"}'] },
  { body: '{"l":[\n{"a":1}\n]}', messages: ['{"l":[\n{"a":1}\n]}'] },
  { body: '[broken', messages: ['[broken'] },
])('$body is split into $messages', ({ body, messages }) => {
  expect(gelfMessages(Buffer.from(body)).map(String)).toEqual(messages)
})

test('a full journal answers 503, and accepts messages again when there is room', async () => {
  await using world = await startInputs({ sizeLimitBytes: 2 ** 20 })
  const { port } = await world.launch(GELF_HTTP)
  const send = () => ask(port, 'POST', '/gelf', { body: 'x'.repeat(60_000) })
  let taken = 0
  await expect
    .poll(
      async () => {
        const { status, headers } = await send()
        if (status === 202) taken += 1
        return status === 503 ? headers.get('retry-after') : undefined
      },
      { interval: 1 },
    )
    .toBe('5')
  expect((await world.drain()).length).toBe(taken)
  await expect.poll(async () => (await send()).status).toBe(202)
})

test('a request is stored whole or refused whole, however many messages it has', async () => {
  await using world = await startInputs({ sizeLimitBytes: 2 ** 20 })
  const { port } = await world.launch(GELF_HTTP, { max_chunk_size: 1_000_000 })
  const line = `{"a":"${'x'.repeat(100)}"}\n`
  const statuses = await Promise.all(
    Array.from({ length: 10 }, async () => (await ask(port, 'POST', '/gelf', { body: line.repeat(5000) })).status),
  )
  const taken = statuses.filter((status) => status === 202).length
  expect(statuses.filter((status) => status === 503).length).toBe(10 - taken)
  expect(taken).toBeLessThan(10)
  expect((await world.drain()).length).toBe(taken * 5000)
})

test('a connection serves many requests, and is closed when it is idle', async () => {
  await using world = await startInputs()
  const { port } = await world.launch(GELF_HTTP, { idle_writer_timeout: 1 })
  using client = await tcpClient(port)
  const request = 'POST /gelf HTTP/1.1\r\nHost: h\r\nContent-Length: 7\r\n\r\n{"a":1}'
  await client.write(request + request)
  await world.received(2)
  await client.closed()
  const answer = client.take().toString()
  expect(answer.match(/HTTP\/1.1 202 Accepted\r\n/g)).toHaveLength(2)
  expect(answer).toContain('Connection: keep-alive')
})

test('long request lines and headers, garbage and 500 incomplete requests do no harm', async () => {
  await using world = await startInputs()
  const { port } = await world.launch(GELF_HTTP)
  expect((await ask(port, 'POST', `/${'x'.repeat(4096)}`, { body: 'x' })).status).toBe(414)
  expect((await ask(port, 'POST', '/gelf', { body: 'x', headers: { long: 'x'.repeat(20_000) } })).status).toBe(431)
  const half = Array.from({ length: 500 }, () => connect({ host: '127.0.0.1', port }))
  for (const socket of half) {
    socket.on('error', () => undefined)
    socket.write('POST /gelf HTTP/1.1\r\nContent-Le')
  }
  using garbage = await tcpClient(port)
  await garbage.write(Buffer.alloc(1000, 0xfe))
  await garbage.closed()
  expect((await ask(port, 'POST', '/gelf', { body: 'still here' })).status).toBe(202)
  for (const socket of half) socket.destroy()
})
