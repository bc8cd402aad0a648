/** The program of the mail thread: speaks SMTP, so that nothing that a mail server answers can hold up the server. */
import { createTransport } from 'nodemailer'
import { connectCalls } from '../platform/threads/thread-calls.ts'
import { ownerPort, threadData } from '../platform/threads/thread-data.ts'
import type { Mail } from './mail.ts'

export interface MailConnection {
  readonly host: string
  readonly port: number
  readonly secure: boolean
  readonly requireTLS: boolean
  readonly ignoreTLS: boolean
  readonly auth?: { readonly user: string; readonly pass: string }
}

export type MailFunctions = {
  /** Returns the recipients whom the mail server refused. */
  readonly send: (mail: Mail) => Promise<readonly string[]>
}

/** Limit of each step of the dialogue with the mail server. */
const CONNECT_LIMIT_MS = 10_000
const ANSWER_LIMIT_MS = 30_000

const connection = threadData<MailConnection>()
const transport = createTransport({
  ...connection,
  connectionTimeout: CONNECT_LIMIT_MS,
  greetingTimeout: CONNECT_LIMIT_MS,
  socketTimeout: ANSWER_LIMIT_MS,
  // Texts of events must not make the server read a file or request an address.
  disableFileAccess: true,
  disableUrlAccess: true,
})

async function send(mail: Mail): Promise<readonly string[]> {
  const { to, cc, bcc, ...rest } = mail
  const { rejected } = await transport.sendMail({
    ...rest,
    to: [...to],
    ...(cc === undefined ? {} : { cc: [...cc] }),
    ...(bcc === undefined ? {} : { bcc: [...bcc] }),
  })
  return rejected.map(String)
}

connectCalls(ownerPort(), { send } satisfies MailFunctions)
