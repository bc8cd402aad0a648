/** Opens the connection to a directory: to the first address of the server that accepts one. */
import { lookup } from 'node:dns/promises'
import { once } from 'node:events'
import { connect, isIP, type Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'
import type { DirectorySettings } from '@logyard/contract/identity/auth-services'
import { unlessAborted } from '../../platform/unless-aborted.ts'
import { DirectoryProblem, NoAnswer } from './directory-errors.ts'
import type { DirectoryLimits } from './directory-limits.ts'
import { checkReceivedBytes, type ReceivedBytes } from './received-bytes.ts'
import type { SilentAddresses } from './silent-addresses.ts'
import { timeLimit } from './time-limit.ts'

/** Addresses of a server that are tried; the others are not. */
export const MAX_ADDRESSES = 5

/** How to talk to a directory. */
export interface Conversation {
  readonly limits: DirectoryLimits
  readonly silent: SilentAddresses
  readonly signal: AbortSignal
}

export interface CheckedSocket {
  readonly socket: Socket
  readonly received: ReceivedBytes
}

export interface OpenSocket extends CheckedSocket {
  /** As `SilentAddresses` knows it. */
  readonly address: string
}

type Resolve = (host: string) => Promise<readonly { readonly address: string }[]>
const resolveName: Resolve = (host) => lookup(host, { all: true })

type TlsSettings = Pick<DirectorySettings, 'verify_certificates' | 'ca_certificates'>

/** Options of TLS by which the server proves its name. Authorities of the settings replace those of Node.js. */
const tlsOptions = (host: string, { verify_certificates, ca_certificates = '' }: TlsSettings) => ({
  host,
  ...(isIP(host) === 0 ? { servername: host } : {}),
  ...(ca_certificates === '' ? {} : { ca: ca_certificates }),
  rejectUnauthorized: verify_certificates,
})

const hostOf = (settings: DirectorySettings): string => (settings.servers[0]?.host ?? '').trim().replace(/^\[|\]$/g, '')

/** The address as administrators enter it. */
export const addressOf = (settings: DirectorySettings): string =>
  `${settings.servers[0]?.host ?? ''}:${settings.servers[0]?.port ?? ''}`

/** Rejects with the error of the last address that was tried. */
export async function openDirectorySocket(
  settings: DirectorySettings,
  { limits, silent, signal }: Conversation,
  resolve = resolveName,
): Promise<OpenSocket> {
  const [server] = settings.servers
  if (server === undefined) throw new TypeError('a directory without a server is in use')
  const host = hostOf(settings)
  const limit = AbortSignal.any([signal, timeLimit(`${host} did not answer`, limits.connectingMs)])
  let problem: unknown = skipped(host)
  for (const ip of await addressesOf(host, { limits, silent, signal: limit }, resolve)) {
    limit.throwIfAborted()
    const address = `${ip} ${server.port}`
    if (await silent.isSkipped(address)) continue
    const addressLimit = AbortSignal.any([limit, timeLimit(`${ip} did not answer`, limits.connectMs)])
    try {
      return { ...(await openAt(ip, server.port, settings, addressLimit)), address }
    } catch (error) {
      if (signal.aborted) throw error
      if (error instanceof NoAnswer) silent.wasSilent(address)
      else silent.answered(address)
      problem = error
    }
  }
  throw problem
}

const skipped = (host: string) => new DirectoryProblem(`${host} did not answer a moment ago and is not asked yet`)

async function addressesOf(
  host: string,
  { limits, silent, signal }: Conversation,
  resolve: Resolve,
): Promise<readonly string[]> {
  if (isIP(host) !== 0) return [host]
  if (await silent.isSkipped(host)) throw skipped(host)
  const limit = AbortSignal.any([signal, timeLimit(`the name ${host} was not resolved`, limits.connectMs)])
  try {
    const found = await unlessAborted(resolve(host), limit)
    silent.answered(host)
    return found.slice(0, MAX_ADDRESSES).map(({ address }) => address)
  } catch (error) {
    if (error instanceof NoAnswer) silent.wasSilent(host)
    else if (!signal.aborted) silent.answered(host)
    throw error
  }
}

async function openAt(
  ip: string,
  port: number,
  settings: DirectorySettings,
  limit: AbortSignal,
): Promise<CheckedSocket> {
  const plain = connect({ host: ip, port })
  // A destroyed socket may still report an error, which nobody waits for any more.
  plain.on('error', () => undefined)
  try {
    if (settings.transport_security !== 'tls') {
      const received = checkReceivedBytes(plain)
      await unlessAborted(once(plain, 'connect'), limit)
      return { socket: plain, received }
    }
    await unlessAborted(once(plain, 'connect'), limit)
    const secure = securedSocket(plain, settings)
    await unlessAborted(once(secure.socket, 'secureConnect'), limit)
    return secure
  } catch (error) {
    plain.destroy()
    throw error
  }
}

/** Begins TLS; `secureConnect` follows. */
export function securedSocket(plain: Socket, settings: DirectorySettings): CheckedSocket {
  const socket = connectTls({ socket: plain, ...tlsOptions(hostOf(settings), settings) })
  socket.on('error', () => undefined)
  return { socket, received: checkReceivedBytes(socket) }
}
