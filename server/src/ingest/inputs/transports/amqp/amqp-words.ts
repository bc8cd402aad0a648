import { connectionWords, errorsWithin } from '../../../../platform/outgoing/connection-words.ts'
import { InputFailure } from '../transport.ts'
import type { AmqpSettings } from './amqp-settings.ts'

/** The reply text of the broker, without the name of its code: `Handshake terminated by server: 403 (…) with message "…"`. */
const REPLY = /\b(\d{3}) \([A-Z-]+\) with message "(?:[A-Z_]+ - )?([^"]*)"/

/** The client does not read why the broker closes the connection instead of opening the virtual host. */
const NO_VHOST = /Expected ConnectionOpenOk/

/** A connection that ends before a session is open, without a reply. */
const CLOSED = /abruptly|ECONNRESET|EPIPE|socket hang up|Socket closed/i

/** Refused by the broker for a reason that a retry does not remove, such as a wrong password. */
const LASTING: ReadonlySet<string> = new Set(['403', '404', '406', '530'])

/** What failed before the connection was open. */
export function handshakeFailure(error: unknown, settings: AmqpSettings): InputFailure {
  const { host, port, vhost, username, isTls } = settings
  const broker = `${host}:${port}`
  const message = error instanceof Error ? error.message : String(error)
  const temporary = (text: string) => new InputFailure(text, { isTemporary: true, cause: error })
  if (NO_VHOST.test(message)) {
    const reason = 'It may not exist, or the user has no permission in it.'
    return temporary(`${broker} refuses the user ${username} in the virtual host ${vhost}. ${reason}`)
  }
  if (CLOSED.test(message) && !/TLS/.test(message)) {
    const reason = isTls ? 'It may expect a client certificate' : 'It may expect TLS'
    return temporary(`${broker} closes new connections. ${reason}, or speak no AMQP 0-9-1.`)
  }
  return amqpFailure(error, settings)
}

export function amqpFailure(error: unknown, { host, port, vhost, username }: AmqpSettings): InputFailure {
  if (error instanceof InputFailure) return error
  const broker = `${host}:${port}`
  const connection = connectionWords(error, broker)
  if (connection !== undefined) {
    return new InputFailure(connection.text, { isTemporary: connection.isTemporary, cause: error })
  }
  for (const { message } of errorsWithin(error)) {
    const [, code = '', text = ''] = REPLY.exec(message) ?? []
    if (code === '') continue
    const isTemporary = !LASTING.has(code)
    if (code === '403' && /login/i.test(text)) {
      return new InputFailure(`${broker} refuses the login of the user ${username}.`, { cause: error })
    }
    if (code === '530' && /vhost/i.test(text)) {
      const reason = `${broker} refuses the user ${username} in the virtual host ${vhost}: ${text}.`
      return new InputFailure(reason, { cause: error })
    }
    return new InputFailure(`${broker} answers: ${text}.`, { isTemporary, cause: error })
  }
  const message = error instanceof Error ? error.message : String(error)
  return new InputFailure(`The connection to ${broker} is lost: ${message}.`, { isTemporary: true, cause: error })
}
