/** The two cookies of a sign-in. Scripts cannot read them, and only the operations of sign-ins receive them. */
import type { FastifyReply, FastifyRequest } from 'fastify'

/** The sealed attempt. `Lax`, because the provider's page leads the browser back. */
export const ATTEMPT_COOKIE = { name: 'logyard-oidc', sameSite: 'Lax' } as const
/** The ticket that opens the session, for the console. */
export const TICKET_COOKIE = { name: 'logyard-oidc-ticket', sameSite: 'Strict' } as const

type Cookie = typeof ATTEMPT_COOKIE | typeof TICKET_COOKIE

/** Longer ones are not ours. */
const LONGEST_COOKIE = 8000

export function readCookie({ headers }: FastifyRequest, { name }: Cookie): string {
  const pairs = (headers.cookie ?? '').split(';').map((pair) => pair.trim())
  const found = pairs.filter((pair) => pair.startsWith(`${name}=`)).map((pair) => pair.slice(name.length + 1))
  // With two of a name, one was planted by a page of another path or host.
  const [value = ''] = found.length === 1 ? found : []
  return value.length > LONGEST_COOKIE || !/^[\w-]*$/.test(value) ? '' : value
}

/** `apiUrl` is how the browser reaches the API; without an age, the cookie is removed. */
export function setCookie(
  reply: FastifyReply,
  cookie: Cookie,
  { apiUrl, value = '', ageMs = 0 }: { readonly apiUrl: string; readonly value?: string; readonly ageMs?: number },
): void {
  const { protocol, pathname } = new URL(apiUrl)
  const parts = [
    `${cookie.name}=${value}`,
    `Path=${pathname}/logyard/authentication/oidc`,
    `Max-Age=${Math.floor(ageMs / 1000)}`,
    'HttpOnly',
    `SameSite=${cookie.sameSite}`,
    ...(protocol === 'https:' ? ['Secure'] : []),
  ]
  reply.header('set-cookie', parts.join('; '))
}
