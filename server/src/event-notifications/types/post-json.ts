/** Sends a notification over HTTP, through the URL whitelist. */
import { LogyardError } from '../../platform/errors.ts'
import { isHttp } from '../../platform/outgoing/fetch-checked.ts'
import type { UrlWhitelist } from '../../url-whitelist/url-whitelist.ts'
import { NotificationPutOff } from '../notification-type.ts'

export interface OutgoingNotification {
  readonly url: string
  /** No error may contain it. */
  readonly isUrlSecret?: boolean
  readonly method?: 'GET' | 'POST' | 'PUT'
  readonly headers: Headers
  readonly body: string | undefined
  readonly limitMs?: number
  readonly signal: AbortSignal
}

export type SendOver = (request: OutgoingNotification) => Promise<void>

/** Limit of the whole request: 5 s to connect and 10 s to answer. */
export const HTTP_NOTIFICATION_LIMIT_MS = 15_000
const CREDENTIALS_IN_URL = 'The URL must not contain a user name or a password.'
/** Bytes of the response that the reason of a failure quotes. */
const MAX_ANSWER_BYTES = 2000

/** The other side answered, but not that it accepted the notification. */
export class UnacceptedNotification extends Error {
  override readonly name = 'UnacceptedNotification'
  readonly status: number

  constructor(url: string, status: number, answer: string) {
    const said = answer.trim() === '' ? '' : `: ${answer.trim()}`
    super(`Expected successful HTTP response [2xx] but got [${status}]. ${url}${said}`)
    this.status = status
  }
}

export const createSendOver =
  (fetch: UrlWhitelist['fetch']): SendOver =>
  async (request) => {
    const { url: text, method = 'POST', headers, body, limitMs = HTTP_NOTIFICATION_LIMIT_MS, signal } = request
    const url = readUrl(request)
    try {
      const sent = body === undefined ? {} : { body }
      const limits = { limitMs, maxBytes: MAX_ANSWER_BYTES, cutsBody: true, signal }
      const answer = await fetch({ url, method, headers, ...sent, ...limits })
      if (!answer.ok) throw new UnacceptedNotification(url.origin, answer.status, answer.body.toString('utf8'))
    } catch (error) {
      if (!(error instanceof LogyardError && error.code === 'url-not-whitelisted')) throw error
      const refused = error.message.replace(/^URL (\S+) is/, 'URL <$1> is')
      const message = request.isUrlSecret === true ? `URL <${url.origin}/...> is not whitelisted.` : refused
      throw new NotificationPutOff(message, { cause: error, isSettingWrong: true })
    }

    function readUrl({ isUrlSecret }: OutgoingNotification): URL {
      const read = URL.canParse(text) ? new URL(text) : undefined
      // Fetching such an address fails with an error that contains the password.
      if (read !== undefined && read.username + read.password !== '') throw new Error(CREDENTIALS_IN_URL)
      if (read !== undefined && isHttp(read)) return read
      throw new NotificationPutOff(isUrlSecret === true ? 'Malformed URL' : `Malformed URL: <${text}>`)
    }
  }
