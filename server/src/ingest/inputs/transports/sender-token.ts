import { createHash, timingSafeEqual } from 'node:crypto'
import { textSetting } from '@logyard/codecs/config-fields'
import type { InputConfiguration } from '@logyard/contract/ingest/inputs'

/** A request over HTTP, or the metadata of a call. */
interface ShownToken {
  readonly headers: { readonly authorization?: string | undefined }
}

/** The token that senders must send; undefined if none is required. */
export const tokenOf = (configuration: InputConfiguration): string | undefined => textSetting(configuration, 'token')

/** Depending on the sender, the token is in `Bearer`, `ApiKey`, `Splunk`, or the password of `Basic`. */
export function holdsToken(request: ShownToken, token: string | undefined): boolean {
  if (token === undefined) return true
  return shownTokens(request).some((shown) => isSame(shown, token))
}

export function shownTokens({ headers }: ShownToken): readonly string[] {
  const match = /^(\w+)\s+(\S+)\s*$/.exec(headers.authorization ?? '')
  const [, scheme = '', value = ''] = match ?? []
  if (value === '') return []
  if (scheme.toLowerCase() !== 'basic') return [value]
  const text = Buffer.from(value, 'base64').toString('utf8')
  return [text.slice(text.indexOf(':') + 1)]
}

/** Compares in constant time. */
const isSame = (a: string, b: string) => timingSafeEqual(digest(a), digest(b))
const digest = (text: string) => createHash('sha256').update(text).digest()
