import { expect, test } from 'vitest'
import { systemClock } from '../platform/clock.ts'
import { createLog } from '../platform/log.ts'
import { startHostilePeer } from '../testing/hostile-peers/hostile-peer.ts'
import { createMailer, isServerFailure } from './mailer.ts'

const SETTINGS = {
  LOGYARD_EMAIL_ENABLED: true,
  LOGYARD_EMAIL_HOSTNAME: '127.0.0.1',
  LOGYARD_EMAIL_USE_AUTH: false,
  LOGYARD_EMAIL_USERNAME: '',
  LOGYARD_EMAIL_PASSWORD: '',
  LOGYARD_EMAIL_USE_TLS: false,
  LOGYARD_EMAIL_USE_SSL: false,
  LOGYARD_EMAIL_FROM: 'logyard@example.org',
}
const mail = { to: ['ann@example.org'], subject: 'Alarm', text: 'It happened' }

test.each(['endless', 'random'] as const)(
  'a mail server that answers with %s bytes fails the mail in words, and the main thread goes on',
  async (behaviour) => {
    await using peer = await startHostilePeer({ protocol: 'smtp', behaviour, seed: 7 })
    const clock = systemClock
    using mailer = createMailer({ ...SETTINGS, LOGYARD_EMAIL_PORT: peer.port }, { clock, log: createLog('off') })
    const error = await mailer.send(mail, AbortSignal.timeout(30_000)).catch((failure: unknown) => failure)
    expect(error).toMatchObject({ code: 'mail-refused', message: expect.stringContaining('could not be sent') })
  },
  40_000,
)

test('a mail that nobody can deliver says that the mail server is at fault', async () => {
  const log = createLog('off')
  using mailer = createMailer({ ...SETTINGS, LOGYARD_EMAIL_PORT: 1 }, { clock: systemClock, log })
  const error = await mailer.send(mail, AbortSignal.timeout(30_000)).catch((failure: unknown) => failure)
  expect(isServerFailure(error)).toBe(true)
})
