/** Opens the connection to a directory: to the first address of the server that accepts one. */
import { lookup } from 'node:dns/promises'
import { once } from 'node:events'
import { connect, isIP, type Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'
import type { DirectorySettings } from '@logyard/contract/identity/auth-services'
import { raced } from './raced.ts'

/** For each address, TLS included. */
export const CONNECT_LIMIT_MS = 2000
/** Of a server with more addresses, the others are not tried. */
export const MAX_ADDRESSES = 5

/** Options of TLS by which the server proves its name. */
export const tlsOptions = (host: string, { verify_certificates }: Pick<DirectorySettings, 'verify_certificates'>) => ({
  host,
  ...(isIP(host) === 0 ? { servername: host } : {}),
  rejectUnauthorized: verify_certificates,
})

/** Rejects with the error of the last address. */
export async function openDirectorySocket(settings: DirectorySettings, signal: AbortSignal): Promise<Socket> {
  const [server] = settings.servers
  if (server === undefined) throw new TypeError('a directory without a server is in use')
  const host = server.host.trim().replace(/^\[|\]$/g, '')
  let problem: unknown
  for (const address of await addressesOf(host, signal)) {
    signal.throwIfAborted()
    try {
      return await openAt(address, host, server.port, settings, signal)
    } catch (error) {
      problem = error
    }
  }
  throw problem
}

async function addressesOf(host: string, signal: AbortSignal): Promise<readonly string[]> {
  if (isIP(host) !== 0) return [host]
  const limit = AbortSignal.any([signal, limitOf(`the name ${host} was not resolved`)])
  const found = await raced(lookup(host, { all: true }), limit)
  return found.slice(0, MAX_ADDRESSES).map(({ address }) => address)
}

async function openAt(
  address: string,
  host: string,
  port: number,
  settings: DirectorySettings,
  signal: AbortSignal,
): Promise<Socket> {
  const limit = AbortSignal.any([signal, limitOf(`${address} did not answer`)])
  const plain = connect({ host: address, port })
  // A destroyed socket may still report an error, which nobody waits for any more.
  plain.on('error', () => undefined)
  try {
    await raced(once(plain, 'connect'), limit)
    if (settings.transport_security !== 'tls') return plain
    const secure = connectTls({ socket: plain, ...tlsOptions(host, settings) })
    secure.on('error', () => undefined)
    await raced(once(secure, 'secureConnect'), limit)
    return secure
  } catch (error) {
    plain.destroy()
    throw error
  }
}

function limitOf(problem: string): AbortSignal {
  const controller = new AbortController()
  AbortSignal.timeout(CONNECT_LIMIT_MS).addEventListener('abort', () =>
    controller.abort(new Error(`${problem} within ${CONNECT_LIMIT_MS / 1000} seconds`)),
  )
  return controller.signal
}
