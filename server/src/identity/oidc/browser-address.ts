/** How the browser of a request reaches the API. */
import type { FastifyRequest } from 'fastify'
import { isLoopback } from './issuer-url.ts'

/**
 * The setting decides. Without it only a loopback address is believed: any client can send any Host header, and a
 * provider must not send people to an address that a stranger chose. No slash at the end.
 */
export function apiUrlFor(request: FastifyRequest, apiUrl: string): string | undefined {
  if (!apiUrl.startsWith('/')) return apiUrl
  const address = `http://${request.headers.host ?? ''}`
  const isBelieved = URL.canParse(address) && isLoopback(new URL(address))
  return isBelieved ? `${new URL(address).origin}${apiUrl}` : undefined
}

/** Address of the console, with a slash at the end. */
export const consoleUrlOf = (apiUrl: string): string => apiUrl.replace(/api$/, '')
