import { expect, test } from 'vitest'
import { systemClock } from '../../platform/clock.ts'
import { LogyardError } from '../../platform/errors.ts'
import { HOSTILE_BEHAVIOURS, startHostilePeer } from '../../testing/hostile-peers/hostile-peer.ts'
import { createObjectClient } from './object-client.ts'

const SECRET = 'a-secret-access-key'
const clock = { ...systemClock, sleep: () => Promise.resolve() }

test.each(HOSTILE_BEHAVIOURS)('a store with %s responses is reported in words, in bounded time', async (behaviour) => {
  await using peer = await startHostilePeer({ protocol: 'http', behaviour })
  const address = {
    ...{ title: 'the store', endpoint: `http://127.0.0.1:${peer.port}`, region: 'eu', bucket: 'b', prefix: ['p'] },
    ...{ accessKey: 'KEY', secretKey: SECRET },
  }
  const client = createObjectClient(address, { clock, signal: new AbortController().signal, requestTimeoutMs: 300 })
  for (const call of [() => client.list(), () => client.find('x'), () => client.put('x', Buffer.from('y'))]) {
    const failure = await call().then(
      () => undefined,
      (error: unknown) => error,
    )
    if (failure === undefined) continue
    expect(failure).toBeInstanceOf(LogyardError)
    expect(failure).toMatchObject({
      code: 'backup-store-failed',
      message: expect.stringMatching(/^the store does not/),
    })
    expect(String(failure)).not.toContain(SECRET)
  }
  await expect(client.list()).rejects.toMatchObject({ code: 'backup-store-failed' })
})
