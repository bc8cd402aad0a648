import { expect, test } from 'vitest'
import { fetchChecked } from '../../platform/outgoing/fetch-checked.ts'
import { startWebHook } from '../testing/web-hook.ts'
import { createSendOver } from './post-json.ts'

test('an address with a password is refused, and the error does not contain the password', async () => {
  await using hook = await startWebHook()
  const url = `${hook.url.replace('://', '://ann:pass-of-ann@')}/services/secret-path`
  const sendOver = createSendOver(fetchChecked)
  const sending = sendOver({
    url,
    isUrlSecret: true,
    headers: new Headers(),
    body: '{}',
    signal: AbortSignal.timeout(20_000),
  })
  await expect(sending).rejects.toThrow(/^The URL must not contain a user name or a password\.$/)
  expect(hook.requests).toEqual([])
})
