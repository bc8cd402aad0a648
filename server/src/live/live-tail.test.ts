/** The live tail of a whole server: each message arrives once, even across a lost connection. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { INPUT, type LaunchedInput, type Receiver, startReceiver } from '../senders/testing/receiver.ts'
import { ADMIN_PASSWORD } from '../testing/server-process.ts'
import { openTail } from './testing/open-tail.ts'

let receiver: Receiver
let launched: Promise<LaunchedInput> | undefined

beforeAll(async () => {
  receiver = await startReceiver({ env: { LOGYARD_HIGHLIGHTING: 'true' } })
})
afterAll(() => receiver[Symbol.asyncDispose]())

let numbered = 0
async function send(...texts: string[]): Promise<void> {
  launched ??= receiver.launch(INPUT.gelfHttp, { enable_bulk_receiving: true })
  const input = await launched
  const lines = texts.map((text) => {
    numbered += 1
    return JSON.stringify({ version: '1.1', host: 'web-1', short_message: text, _number: numbered })
  })
  const answer = await fetch(`http://127.0.0.1:${input.port}/gelf`, { method: 'POST', body: lines.join('\n') })
  expect(answer.status).toBe(202)
}

test('only matching messages arrive, as they are stored', async () => {
  await using tail = await openTail(receiver.url, { query: 'number:>0 AND wanted' })
  await send('not this one', 'wanted: first', 'wanted: second')
  await send('wanted: third')
  expect(await tail.texts(3)).toEqual(['wanted: first', 'wanted: second', 'wanted: third'])
  const [hit] = tail.hits()
  expect(hit).toMatchObject({ index: 'graylog_0', message: { source: 'web-1', number: expect.any(Number) } })
  const found = await receiver.call(`/search/universal/relative?query=_id:${Object(hit?.message)._id}&range=0`)
  expect(found['total_results']).toBe(1)
})

test('after a reconnect, missed messages come first', async () => {
  let last: string | undefined
  {
    await using tail = await openTail(receiver.url, { query: 'again' })
    await send('again 1')
    await tail.texts(1)
    last = tail.lastEventId()
  }
  await send('again 2', 'again 3')
  await using tail = await openTail(receiver.url, { query: 'again', lastEventId: last })
  await send('again 4')
  expect(await tail.texts(3)).toEqual(['again 2', 'again 3', 'again 4'])
})

test('matches are highlighted as in a list of messages, in missed messages too', async () => {
  const marked = { message: [{ start: 4, length: 5 }] }
  let last: string | undefined
  {
    await using tail = await openTail(receiver.url, { query: 'amber' })
    await send('one amber light')
    await tail.texts(1)
    expect(tail.hits()[0]?.highlight_ranges).toEqual(marked)
    last = tail.lastEventId()
  }
  await send('two amber lights')
  await using tail = await openTail(receiver.url, { query: 'amber', lastEventId: last })
  await tail.texts(1)
  expect(tail.hits()[0]?.highlight_ranges).toEqual(marked)
})

test('above its limit a tail is an even sample, and its rate events say so', async () => {
  await using tail = await openTail(receiver.url, { query: 'flood', limit: '50' })
  let lastRateAt = ''
  for (let second = 0; second < 4; second += 1) {
    for (let part = 0; part < 4; part += 1) await send(...Array.from({ length: 200 }, () => 'flood'))
    lastRateAt = (await tail.rate(({ at, matched }) => at > lastRateAt && matched > 0)).at
  }
  const { sample, sent, matched } = await tail.rate(({ matched, sent }) => sent < matched / 2)
  expect(sample).toBeLessThan(0.5)
  expect(Math.abs(sent - matched * sample)).toBeLessThan(matched * 0.3)
})

test('an invalid query is refused', async () => {
  await expect(openTail(receiver.url, { query: '(a' })).rejects.toThrow('400')
})

test('a HEAD request opens no tail', async () => {
  const answer = await fetch(`${receiver.url}api/logyard/search/tail?query=*`, {
    method: 'HEAD',
    headers: { authorization: `Basic ${btoa(`admin:${ADMIN_PASSWORD}`)}` },
  })
  expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'GET'])
})
