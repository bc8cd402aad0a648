/** Sends mail through the server that the settings name, from a thread of its own. */
import type { Clock } from '../platform/clock.ts'
import { LogyardError } from '../platform/errors.ts'
import type { Log } from '../platform/log.ts'
import { reasonOf } from '../platform/outgoing/reason-of.ts'
import { createCalledThread, ThreadEnded } from '../platform/threads/called-thread.ts'
import type { Mail } from './mail.ts'
import type { MailConnection, MailFunctions } from './mail-program.ts'

export interface Mailer extends Disposable {
  readonly isEnabled: boolean
  /** Sender of the settings; empty if none is set. */
  readonly from: string
  /** Address of the mail server. */
  readonly server: { readonly hostname: string; readonly port: number }
  /** What is wrong with the settings, if mail is switched on. */
  readonly problem: string | undefined
  /** Rejects with a `LogyardError` that says what the mail server answered, or that mail is not set up. */
  send(mail: Mail, signal: AbortSignal): Promise<void>
}

export interface MailSettings {
  readonly LOGYARD_EMAIL_ENABLED: boolean
  readonly LOGYARD_EMAIL_HOSTNAME: string
  readonly LOGYARD_EMAIL_PORT: number
  readonly LOGYARD_EMAIL_USE_AUTH: boolean
  readonly LOGYARD_EMAIL_USERNAME: string
  readonly LOGYARD_EMAIL_PASSWORD: string
  readonly LOGYARD_EMAIL_USE_TLS: boolean
  readonly LOGYARD_EMAIL_USE_SSL: boolean
  readonly LOGYARD_EMAIL_FROM: string
}

export const mailDisabled = () =>
  new LogyardError('failed', 'mail-disabled', 'Email transport is not enabled in server configuration file!')
export const mailMisconfigured = (problem: string) => new LogyardError('failed', 'mail-misconfigured', problem)
export const mailRefused = (reason: string, options: ErrorOptions) =>
  new LogyardError('failed', 'mail-refused', `The mail could not be sent: ${reason}`, options)

/** A recipient's server must not get the text of the error of another one in full. */
const MAX_REASON = 500
const MEMORY_MB = 128

interface MailerDeps {
  readonly clock: Clock
  readonly log: Log
}

export function createMailer(settings: MailSettings, { clock, log }: MailerDeps): Mailer {
  const { LOGYARD_EMAIL_ENABLED: isEnabled, LOGYARD_EMAIL_FROM: from } = settings
  const server = { hostname: settings.LOGYARD_EMAIL_HOSTNAME, port: settings.LOGYARD_EMAIL_PORT }
  const problem = isEnabled ? problemOf(settings) : undefined
  const thread = createCalledThread<MailFunctions>({
    name: 'mail',
    program: new URL('./mail-program.ts', import.meta.url),
    data: connectionOf(settings),
    memoryMb: MEMORY_MB,
    clock,
    log,
  })
  return {
    isEnabled,
    from,
    server,
    problem,
    async send(mail, signal) {
      if (!isEnabled) throw mailDisabled()
      if (problem !== undefined) throw mailMisconfigured(problem)
      signal.throwIfAborted()
      try {
        const rejected = await thread.call('send', { from, ...mail }, { signal })
        if (rejected.length > 0) throw new Error(`the mail server refused ${rejected.join(', ')}`)
      } catch (error) {
        if (signal.aborted) throw error
        throw mailRefused(reasonOf(error, `${server.hostname}:${server.port}`).slice(0, MAX_REASON), { cause: error })
      }
    },
    [Symbol.dispose]: () => void thread[Symbol.asyncDispose](),
  }
}

const connectionOf = (settings: MailSettings): MailConnection => ({
  host: settings.LOGYARD_EMAIL_HOSTNAME,
  port: settings.LOGYARD_EMAIL_PORT,
  secure: settings.LOGYARD_EMAIL_USE_SSL,
  requireTLS: settings.LOGYARD_EMAIL_USE_TLS && !settings.LOGYARD_EMAIL_USE_SSL,
  ignoreTLS: !settings.LOGYARD_EMAIL_USE_TLS && !settings.LOGYARD_EMAIL_USE_SSL,
  ...(settings.LOGYARD_EMAIL_USE_AUTH
    ? { auth: { user: settings.LOGYARD_EMAIL_USERNAME, pass: settings.LOGYARD_EMAIL_PASSWORD } }
    : {}),
})

const UNREACHABLE: ReadonlySet<unknown> = new Set(['EAUTH', 'ECONNECTION', 'EDNS', 'ESOCKET', 'ETIMEDOUT', 'ETLS'])

/** Whether a mail failed because of the mail server, so that mails to others would fail too. */
export const isServerFailure = (error: unknown): boolean =>
  error instanceof LogyardError &&
  error.cause instanceof Error &&
  (error.cause instanceof ThreadEnded || UNREACHABLE.has(Reflect.get(error.cause, 'code')))

function problemOf(settings: MailSettings): string | undefined {
  if (settings.LOGYARD_EMAIL_HOSTNAME.trim() === '') return 'No hostname of the mail server is set.'
  if (settings.LOGYARD_EMAIL_USE_AUTH && settings.LOGYARD_EMAIL_USERNAME === '') {
    return 'The mail server needs a user name, but none is set.'
  }
  return undefined
}
