import { isUtf8 } from 'node:buffer'
import { SESSION_PASSWORD, TOKEN_PASSWORD } from '@logyard/contract/identity/sessions'
import { LogyardError } from '../../platform/errors.ts'

export type Credentials =
  | { readonly kind: 'none' }
  | { readonly kind: 'session'; readonly sessionId: string }
  | { readonly kind: 'token'; readonly token: string }
  | { readonly kind: 'password'; readonly username: string; readonly password: string }

const malformed = () =>
  new LogyardError('invalid', 'credentials-malformed', 'Invalid credentials in Authorization header')

/** Parses an Authorization header: Basic, or an access token as Bearer. Other schemes count as no credentials. */
export function readCredentials(header: string | undefined): Credentials {
  const token = /^bearer +(\S+) *$/i.exec(header ?? '')?.[1]
  if (token !== undefined) return { kind: 'token', token }
  const match = /^basic(?: +(.*))?$/i.exec(header ?? '')
  if (match === null) return { kind: 'none' }
  const encoded = (match[1] ?? '').trim()
  if (!/^[A-Za-z0-9+/]*={0,2}$/.test(encoded)) throw malformed()
  const bytes = Buffer.from(encoded, 'base64')
  if (!isUtf8(bytes)) throw malformed()
  const text = bytes.toString('utf8')
  const colon = text.indexOf(':')
  if (colon === -1) throw malformed()

  const [name, password] = [text.slice(0, colon), text.slice(colon + 1)]
  switch (password.toLowerCase()) {
    case SESSION_PASSWORD:
      // The reference console sends this before it has a session.
      return name === 'undefined' ? { kind: 'none' } : { kind: 'session', sessionId: name }
    case TOKEN_PASSWORD:
      return { kind: 'token', token: name }
    default:
      return { kind: 'password', username: name, password }
  }
}
