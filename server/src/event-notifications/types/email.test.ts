import { once } from 'node:events'
import { createServer } from 'node:net'
import type { EmailNotificationConfig } from '@logyard/contract/event-notifications/notification-configs'
import { expect, test } from 'vitest'
import { createMailer } from '../../mail/mailer.ts'
import { systemClock } from '../../platform/clock.ts'
import { createLog } from '../../platform/log.ts'
import { testModel } from '../notification-model.ts'
import { renderTemplates } from '../render-task.ts'
import { startMailServer } from '../testing/mail-server.ts'
import { createEmailType } from './email.ts'

const config: EmailNotificationConfig = {
  type: 'email-notification-v1',
  sender: 'logyard@example.org',
  subject: 'About it',
  body_template: 'It happened',
  user_recipients: [],
  email_recipients: ['ann@example.org', 'bob@example.org', 'cyd@example.org'],
  bcc_emails: ['archive@example.org'],
}

async function send(port: number): Promise<void> {
  const settings = {
    LOGYARD_EMAIL_ENABLED: true,
    LOGYARD_EMAIL_HOSTNAME: '127.0.0.1',
    LOGYARD_EMAIL_PORT: port,
    LOGYARD_EMAIL_USE_AUTH: false,
    LOGYARD_EMAIL_USERNAME: '',
    LOGYARD_EMAIL_PASSWORD: '',
    LOGYARD_EMAIL_USE_TLS: false,
    LOGYARD_EMAIL_USE_SSL: false,
    LOGYARD_EMAIL_FROM: '',
  }
  using mailer = createMailer(settings, { clock: systemClock, log: createLog('off') })
  const notices = { raise: async () => undefined, remove: async () => undefined }
  const model = testModel('ann', 'node', new Date('2026-03-01T10:00:00.000Z'))
  await createEmailType({ mailer, notices, addressesOf: async () => [] }).send(config, {
    model,
    render: async (templates, timeZone) => renderTemplates({ templates, model, timeZone }),
    definition: undefined,
    incident: '',
    isTest: true,
    attempt: 0,
    signal: AbortSignal.timeout(20_000),
  })
}

test('copies go with one of the mails', async () => {
  await using server = await startMailServer()
  server.refused.add('ann@example.org')
  await expect(send(server.port)).rejects.toThrow('the mail server refused ann@example.org')
  expect(server.mails.map(({ to }) => to)).toEqual([
    ['archive@example.org'],
    ['bob@example.org', 'archive@example.org'],
    ['cyd@example.org'],
  ])
})

test('a mail server that fails is not asked again for every recipient', async () => {
  let connections = 0
  const server = createServer((socket) => {
    connections += 1
    socket.destroy()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  await expect(send(Object(server.address()).port)).rejects.toThrow('The mail could not be sent')
  server.close()
  expect(connections).toBe(1)
})
