/** Fields get columns while messages are stored and searched: every search has the exact numbers, before and after. */
import { expect, test } from 'vitest'
import { INPUT, type LaunchedInput, type Receiver, startReceiver } from '../senders/testing/receiver.ts'
import { connectToEngine } from '../testing/engine-owner.ts'
import { rounds } from '../testing/rounds.ts'

/** In each wave the messages have another field, which gets a column. */
const WAVES = rounds(1, 6)
const PER_REQUEST = 500
/** More than are looked at before columns are added, however many threads look. */
const MAX_REQUESTS = 1000
const KNOWN = 200
const LIMIT_MS = 120_000

const waveOf = (wave: number) => `wave_${wave}`

interface Facts {
  readonly shade: string
  readonly depth: number
  readonly wave: number
}

async function post({ port }: LaunchedInput, messages: readonly Facts[]): Promise<void> {
  const body = messages.map(({ shade, depth, wave }) =>
    JSON.stringify({
      version: '1.1',
      host: 'test',
      short_message: 'a message',
      _shade: shade,
      _depth: depth,
      [`_${waveOf(wave)}`]: `crest ${depth % 10}`,
    }),
  )
  const answer = await fetch(`http://127.0.0.1:${port}/gelf`, { method: 'POST', body: body.join('\n') })
  await answer.arrayBuffer()
  expect(answer.status).toBe(202)
}

async function total(receiver: Receiver, query: string): Promise<number> {
  const found = await receiver.call(
    `/search/universal/relative?${new URLSearchParams({ query, range: '0', limit: '1' })}`,
  )
  return Number(found['total_results'])
}

async function hasColumn({ server }: Receiver, name: string): Promise<boolean> {
  const client = await connectToEngine(server.dataFolder)
  await using _closed = { [Symbol.asyncDispose]: () => client.close() }
  const query = `SELECT name FROM system.columns
    WHERE database = currentDatabase() AND table = 'messages' AND name = {name:String}`
  const answer = await client.query({ query, query_params: { name }, format: 'JSONEachRow' })
  return (await answer.json()).length > 0
}

/** Searches for messages that were stored before, until the work is done; answers the different numbers found. */
async function searchedMeanwhile(receiver: Receiver, queries: readonly string[], work: Promise<unknown>) {
  const found = new Map(queries.map((query) => [query, new Set<number>()]))
  let isDone = false
  const done = work.finally(() => {
    isDone = true
  })
  while (!isDone) for (const query of queries) found.get(query)?.add(await total(receiver, query))
  await done
  return Object.fromEntries(Array.from(found, ([query, numbers]) => [query, [...numbers]]))
}

test('searches are exact while fields get columns', { timeout: (WAVES + 1) * LIMIT_MS }, async () => {
  await using receiver = await startReceiver()
  const input = await receiver.launch(INPUT.gelfHttp, { max_chunk_size: 2 ** 20 })
  const known = Array.from({ length: KNOWN }, (_, n) => ({ shade: n % 2 === 0 ? 'blue' : 'green', depth: n, wave: 0 }))
  await post(input, known)
  await expect.poll(() => total(receiver, '*').catch(String)).toBe(KNOWN)

  let sent = 0
  const sentOf = new Map<number, number>()
  async function sendUntilColumn(wave: number): Promise<void> {
    for (let requests = 0; !(await hasColumn(receiver, `text_${waveOf(wave)}`)); requests += 1) {
      if (requests === MAX_REQUESTS) throw new Error('no column was added')
      await sendMore(wave)
    }
    // Some threads do not know the column yet, and others do.
    for (let more = 0; more < 10; more += 1) await sendMore(wave)
  }
  async function sendMore(wave: number): Promise<void> {
    const messages = Array.from({ length: PER_REQUEST }, (_, n) => ({ shade: 'red', depth: 1000 + sent + n, wave }))
    await post(input, messages)
    sent += PER_REQUEST
    sentOf.set(wave, (sentOf.get(wave) ?? 0) + PER_REQUEST)
  }
  for (let wave = 1; wave <= WAVES; wave += 1) {
    const queries = ['shade:blue', 'depth:<50', 'green AND depth:>=100', 'NOT shade:red AND wave_0:"crest 3"']
    expect(await searchedMeanwhile(receiver, queries, sendUntilColumn(wave))).toEqual({
      'shade:blue': [KNOWN / 2],
      'depth:<50': [50],
      'green AND depth:>=100': [50],
      'NOT shade:red AND wave_0:"crest 3"': [KNOWN / 10],
    })
  }
  expect([await hasColumn(receiver, 'text_shade'), await hasColumn(receiver, 'integer_depth')]).toEqual([true, true])

  await expect.poll(() => total(receiver, '*'), { timeout: LIMIT_MS }).toBe(KNOWN + sent)
  expect(await total(receiver, 'shade:red')).toBe(sent)
  expect(await total(receiver, 'depth:>=1000')).toBe(sent)
  for (const [wave, count] of sentOf) {
    expect(await total(receiver, `${waveOf(wave)}:"crest 3"`)).toBe(count / 10)
    expect(await total(receiver, `_exists_:${waveOf(wave)}`)).toBe(count)
  }
})
