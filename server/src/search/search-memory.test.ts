/** The memory of a whole server while one user requests far more than it can hold. */
import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { INPUT, startReceiver } from '../senders/testing/receiver.ts'
import { rounds } from '../testing/rounds.ts'
import { ADMIN_PASSWORD } from '../testing/server-process.ts'
import { query } from './testing/search-drafts.ts'

const MESSAGES = rounds(500, 2000)
const LISTS = rounds(200, 1000)

const headersOf = (as: string) => ({
  authorization: `Basic ${btoa(as)}`,
  'content-type': 'application/json',
  'x-requested-by': 'test',
})

test('three searches of too many lists leave the server small and responsive', { timeout: 400_000 }, async () => {
  await using receiver = await startReceiver()
  const input = await receiver.launch(INPUT.gelfHttp)
  for (let n = 0; n < MESSAGES; n += 10) {
    const text = (one: number) =>
      JSON.stringify({ version: '1.1', host: 'web-1', short_message: `${n + one} ${'x'.repeat(20_000)}` })
    await Promise.all(
      Array.from({ length: 10 }, (_, one) =>
        fetch(`http://127.0.0.1:${input.port}/gelf`, { method: 'POST', body: text(one) }),
      ),
    )
  }
  await expect
    .poll(async () => (await receiver.call('/search/universal/relative?query=*&range=0&limit=1'))['total_results'], {
      timeout: 120_000,
      interval: 200,
    })
    .toBe(MESSAGES)
  const ada = { username: 'ada', password: 'ada-password', email: 'ada@example.org', full_name: 'Ada' }
  const added = await fetch(`${receiver.url}api/users`, {
    method: 'POST',
    headers: headersOf(`admin:${ADMIN_PASSWORD}`),
    body: JSON.stringify({ ...ada, permissions: ['streams:read'], roles: ['Reader'] }),
  })
  expect(added.status, await added.text()).toBe(201)
  const rssMb = async () => {
    const status = await readFile(`/proc/${receiver.server.pid}/status`, 'utf8')
    return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024
  }
  /** The duration of other requests during the work, and the maximum memory. */
  async function during(work: Promise<unknown>) {
    const state = { isDone: false }
    const ended = work.finally(() => {
      state.isDone = true
    })
    const times: number[] = []
    let peak = 0
    while (!state.isDone) {
      const startedAt = performance.now()
      await receiver.call('/search/universal/relative?query=nothing&range=300&limit=1')
      times.push(performance.now() - startedAt)
      peak = Math.max(peak, await rssMb())
    }
    await ended
    return { p99: times.sort((a, b) => a - b).at(Math.floor(times.length * 0.99)) ?? 0, peak, calls: times.length }
  }
  const search_types = Array.from({ length: LISTS }, (_, n) => ({ id: `m${n}`, type: 'messages', limit: 1000 }))
  const ask = async () => {
    const answer = await fetch(`${receiver.url}api/views/search/sync`, {
      method: 'POST',
      headers: headersOf('ada:ada-password'),
      body: JSON.stringify({ queries: [query({ search_types })] }),
    })
    const text = await answer.text()
    expect([answer.status, text.slice(0, 1000)]).toEqual([
      200,
      expect.stringMatching(/larger than 64 MB|more than 192 MB/),
    ])
    return text.length
  }
  const usual = await during(new Promise((resolve) => setTimeout(resolve, rounds(2000, 10_000))))
  const attacked = await during(Promise.all([ask(), ask(), ask()]))
  console.log(JSON.stringify({ usual, attacked, afterwards: await rssMb() }))
  expect(attacked.peak).toBeLessThan(1200)
})
