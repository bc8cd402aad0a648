import { expect, test } from 'vitest'
import { ADMIN_PASSWORD, startServer } from '../../testing/server-process.ts'

const authorization = `Basic ${Buffer.from(`admin:${ADMIN_PASSWORD}`).toString('base64')}`

test('while the engine is down its calls return 503 and all others work; it restarts by itself', async () => {
  await using server = await startServer()
  const ask = (path: string) => fetch(`${server.url}api${path}`, { headers: { authorization } })
  const indexer = '/system/cluster/stats/elasticsearch'
  await expect.poll(async () => (await ask(indexer)).status).toBe(200)
  expect(await (await ask(indexer)).json()).toMatchObject({
    status: 'Green',
    cluster_version: expect.stringMatching(/^\d+\.\d+/),
  })

  const enginePid = Number(/"pid":(\d+),"msg":"engine listens"/.exec(server.output())?.[1])
  process.kill(enginePid, 'SIGKILL')
  await expect
    .poll(async () => {
      const answer = await ask(indexer)
      return answer.status === 200 ? undefined : { status: answer.status, body: await answer.json() }
    })
    .toEqual({
      status: 503,
      body: {
        type: 'ApiError',
        message: 'Elasticsearch is unavailable. Check your configuration and logs for more information.',
      },
    })
  expect((await ask('/users')).status).toBe(200)
  await expect.poll(async () => (await ask(indexer)).status, { interval: 50 }).toBe(200)
})
