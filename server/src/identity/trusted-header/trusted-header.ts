/** Users whom a trusted proxy names in a header. */
import { isUtf8 } from 'node:buffer'
import type { FastifyRequest } from 'fastify'
import type { Accounts } from '../accounts/accounts.ts'
import type { AuthServices } from '../auth-services/auth-services.ts'
import type { DirectorySignIn } from '../authentication/directory-sign-in.ts'

export function createTrustedHeader(deps: {
  readonly authServices: Pick<AuthServices, 'trustedHeader'>
  readonly accounts: Pick<Accounts, 'read'>
  readonly directory: DirectorySignIn
  readonly isFromTrustedProxy: (request: FastifyRequest) => boolean
}) {
  const { authServices, accounts, directory } = deps
  return {
    /** The id of the user whom the header names. Other peers than trusted proxies can name nobody. */
    async userIdOf(request: FastifyRequest) {
      if (!deps.isFromTrustedProxy(request)) return undefined
      const { enabled, username_header: name } = await authServices.trustedHeader()
      const username = enabled ? readName(request.headers[name.toLowerCase()]) : ''
      if (username === '') return undefined
      const known = (await accounts.read()).findByName(username)
      // The root user and service accounts sign in with their own credentials only.
      if (known?.isRoot || known?.user.service_account) return undefined
      if (known !== undefined && !known.user.external) return known.user.id
      const login = { username, password: undefined }
      return (await directory.believed(login)) ?? directory.verify(login)
    },
  }
}

/** Node reads headers as Latin-1; most proxies send UTF-8. */
function readName(value: string | string[] | undefined): string {
  if (typeof value !== 'string') return ''
  const bytes = Buffer.from(value, 'latin1')
  return (isUtf8(bytes) ? bytes.toString('utf8') : value).trim()
}
