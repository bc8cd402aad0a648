/**
 * The analyzer of an index set decides which words find its messages: on a whole server, with messages that are stored in
 * several index sets.
 */
import type { MessageHit } from '@logyard/contract/search/search-results'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTail } from '../live/testing/open-tail.ts'
import { INPUT, type LaunchedInput, type Receiver, startReceiver } from '../senders/testing/receiver.ts'
import { ADMIN_PASSWORD } from '../testing/server-process.ts'
import { byCount, keeping } from '../testing/start-index-sets.ts'

let receiver: Receiver
let prepared: Promise<LaunchedInput> | undefined

const SETS = {
  whitespace: 'Fetched /api/Orders?id=7 for Ada',
  keyword: 'Disk Full',
  stop: 'the end of the line',
  simple: 'Level4 reached',
} as const
const STANDARD = 'plain Foo-Bar'
const BOTH = 'Kept twice: foo=BAR'

beforeAll(async () => {
  receiver = await startReceiver({ env: { LOGYARD_HIGHLIGHTING: 'true' } })
})
afterAll(() => receiver[Symbol.asyncDispose]())

/** The first test waits for the messages. */
const prepare = () => {
  prepared ??= (async () => {
    for (const analyzer of Object.keys(SETS)) await addStream(analyzer)
    const input = await receiver.launch(INPUT.gelfHttp)
    for (const [kind, text] of Object.entries(SETS)) await send(input, text, kind)
    await send(input, STANDARD, 'standard')
    await send(input, BOTH, 'whitespace', 'keyword')
    // One row for each index set of a message.
    await receiver.stored(input, 7)
    return input
  })()
  return prepared
}

const post = (path: string, body: object) => receiver.call(path, { method: 'POST', body: JSON.stringify(body) })

/** A stream with an index set of its own, for messages that name the analyzer in `kinds`; they leave the default stream. */
async function addStream(analyzer: string): Promise<void> {
  const { id: index_set_id } = await post('/system/indices/index_sets', {
    title: analyzer,
    description: '',
    index_prefix: `by-${analyzer}`,
    writable: true,
    shards: 1,
    replicas: 0,
    creation_date: '2026-02-01T12:00:00.000Z',
    index_analyzer: analyzer,
    index_optimization_max_num_segments: 1,
    index_optimization_disabled: false,
    field_type_refresh_interval: 5000,
    ...byCount(1_000_000),
    ...keeping('delete', 5),
  })
  const { stream_id } = await post('/streams', {
    title: analyzer,
    index_set_id,
    remove_matches_from_default_stream: true,
    rules: [{ field: 'kind', type: 6, value: analyzer, inverted: false }],
  })
  const resumed = await fetch(`${receiver.url}api/streams/${stream_id}/resume`, {
    method: 'POST',
    headers: { authorization: `Basic ${btoa(`admin:${ADMIN_PASSWORD}`)}`, 'x-requested-by': 'test' },
  })
  expect(resumed.status).toBe(204)
}

async function send({ port }: LaunchedInput, text: string, ...kinds: string[]): Promise<void> {
  const body = JSON.stringify({ version: '1.1', host: 'web-1', short_message: text, _kind: kinds.join(' ') })
  const answer = await fetch(`http://127.0.0.1:${port}/gelf`, { method: 'POST', body })
  expect(answer.status).toBe(202)
}

async function found(query: string): Promise<readonly MessageHit[]> {
  const { messages } = await receiver.call(`/search/universal/relative?${new URLSearchParams({ query, range: '0' })}`)
  return Object(messages)
}

test.each([
  // Words between spaces, case-sensitive.
  ['message:"/api/Orders?id=7"', [SETS.whitespace]],
  ['message:"for Ada"', [SETS.whitespace]],
  ['message:ada', []],
  ['message:Ada', [SETS.whitespace]],
  ['message:Fetch*', [SETS.whitespace]],
  ['message:fetch*', []],
  ['message:orders', []],
  // The whole text.
  ['message:"Disk Full"', [SETS.keyword]],
  ['message:Disk*Full', [SETS.keyword]],
  ['message:disk', []],
  ['message:full', []],
  // Stop words are not searched, but still count as positions.
  ['message:end', [SETS.stop]],
  ['message:"end of the line"', [SETS.stop]],
  ['message:"end line"', []],
  ['message:the', []],
  // Letters only.
  ['message:level', [SETS.simple]],
  ['message:level4', [SETS.simple]],
  ['message:4', []],
  // The standard analyzer is not affected.
  ['message:foo', [STANDARD]],
  ['message:FOO', [STANDARD]],
  ['"foo bar"', [STANDARD]],
  // In two index sets: each uses its own analyzer.
  ['"foo=BAR"', [BOTH, STANDARD]],
  ['message:"Kept twice: foo=BAR"', [BOTH]],
  ['message:(foo=BAR AND Kept)', [BOTH]],
])('%s', async (query, texts) => {
  await prepare()
  const hits = await found(query)
  expect([...new Set(hits.map(({ message }) => message['message']))].sort()).toEqual(texts)
})

test('highlighting uses the analyzer of the index set', async () => {
  await prepare()
  const marks = async (query: string) => (await found(query)).map(({ highlight_ranges }) => highlight_ranges)
  expect(await marks('message:"/api/Orders?id=7"')).toEqual([{ message: [{ start: 8, length: 16 }] }])
  expect(await marks('message:Disk*')).toEqual([{ message: [{ start: 0, length: 9 }] }])
  expect(await marks('message:"end of line"')).toEqual([])
})

test('a live tail uses the analyzers of all index sets of a message', async () => {
  const input = await prepare()
  await using bySet = await openTail(receiver.url, { query: '_index:"by-keyword_0" AND message:later*' })
  await using byWord = await openTail(receiver.url, { query: 'message:A=b AND later' })
  await using byOtherWord = await openTail(receiver.url, { query: 'message:a AND later' })
  await send(input, 'later A=b', 'whitespace', 'keyword')
  await send(input, 'later a', 'whitespace')
  expect(await byWord.texts(1)).toEqual(['later A=b'])
  expect(await byOtherWord.texts(1)).toEqual(['later a'])
  expect(byWord.hits()[0]).toMatchObject({
    index: 'by-whitespace_0',
    highlight_ranges: {
      message: [
        { start: 0, length: 5 },
        { start: 6, length: 3 },
      ],
    },
  })
  expect(await bySet.texts(1)).toEqual(['later A=b'])
  expect(bySet.hits()[0]?.index).toBe('by-keyword_0')
})
