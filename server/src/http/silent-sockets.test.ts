import { once } from 'node:events'
import { connect } from 'node:net'
import { expect, test } from 'vitest'
import { startHttp } from '../testing/start-http.ts'

test('a connection that was opened in advance does not hold up the stop', async () => {
  const http = await startHttp(() => undefined)
  const silent = connect(http.port, '127.0.0.1')
  await once(silent, 'connect')
  await fetch(http.url)
  const ended = once(silent, 'close')
  const stoppedAt = performance.now()
  await http[Symbol.asyncDispose]()
  expect(performance.now() - stoppedAt).toBeLessThan(2000)
  await ended
})
