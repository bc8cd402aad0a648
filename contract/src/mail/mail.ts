/** The mail transport: whether it is set up, and a mail to try it. */
import { type Static, Type } from 'typebox'
import { ApiError, nullable } from '../http/envelope.ts'
import { holds, inArea, NoBody } from '../http/operation.ts'

export const MailTransport = Type.Object(
  {
    is_enabled: Type.Boolean(),
    hostname: Type.String(),
    port: Type.Integer(),
    from: Type.String({ description: 'Default sender; empty if none is set' }),
    problem: nullable(Type.String({ description: 'A mistake in the settings' })),
  },
  { title: 'MailTransport' },
)
export type MailTransport = Static<typeof MailTransport>

const { get, post } = inArea('mail')

export const getMailTransport = get('/system/mail', {
  id: 'mail.transport',
  summary: 'How mail is sent; without its password',
  access: holds('system:read'),
  answers: { 200: MailTransport },
})

export const sendTestMail = post('/system/mail/test', {
  id: 'mail.test',
  summary: 'Send a mail to an address, and answer what the mail server said',
  access: holds('clusterconfigentry:edit'),
  audit: 'mail:test',
  isOutside: true,
  body: Type.Object(
    { to: Type.String({ minLength: 3, maxLength: 320 }) },
    { title: 'TestMail', additionalProperties: false },
  ),
  answers: { 204: NoBody, 500: ApiError },
})
