/**
 * Limits open connections. Each address has a share of them, and some are reserved for addresses that have sent good
 * credentials before. When places run short, connections without a running request are closed: first those that never
 * sent a request, the oldest first.
 */
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { isIPv6, type Socket } from 'node:net'
import type { Clock } from '../platform/clock.ts'
import type { Log } from '../platform/log.ts'

export interface ConnectionFigures {
  readonly open: number
  /** Closed at once because no place was free. */
  readonly refused: number
  /** Closed in favour of a newer connection, while idle. */
  readonly displaced: number
}

export interface ConnectionGuard {
  watch(server: Server): void
  /** Notes that the request had valid credentials: its address may use the reserved places from now on. */
  trust(request: IncomingMessage): void
  figures(): ConnectionFigures
}

export interface ConnectionGuardDeps {
  /** The maximum number of open connections. */
  readonly places: number
  /** Proxies carry the requests of many clients, so their share is not limited. */
  readonly isTrustedProxy: (address: string) => boolean
  readonly clock: Clock
  readonly log: Log
}

interface Connection {
  readonly socket: Socket
  readonly address: string
  running: number
}

/** The share of all places that one address may hold. */
const SHARE_OF_ADDRESS = 1 / 4
/** The share of all places reserved for known addresses. */
const SHARE_FOR_KNOWN = 1 / 4
const KNOWN_ADDRESSES = 10_000
/** Headroom before Node itself refuses connections: displaced ones take a moment to close. */
const CLOSING = 1024
const LOG_EVERY_MS = 60_000

export function createConnectionGuard({ places, isTrustedProxy, clock, log }: ConnectionGuardDeps): ConnectionGuard {
  const connections = new Map<Socket, Connection>()
  const countOf = new Map<string, number>()
  /** Connections without a running request, the longest waiting first. */
  const silent = new Set<Connection>()
  const idle = new Set<Connection>()
  const known = new Set<string>()
  let refused = 0
  let displaced = 0
  let loggedAtMs = Number.NEGATIVE_INFINITY

  const isKnown = (address: string) => known.has(address) || isTrustedProxy(address)

  function forget(connection: Connection): void {
    if (!connections.delete(connection.socket)) return
    silent.delete(connection)
    idle.delete(connection)
    const left = (countOf.get(connection.address) ?? 1) - 1
    if (left === 0) countOf.delete(connection.address)
    else countOf.set(connection.address, left)
  }

  /** Closes the longest waiting connection that matches; returns whether there was one. */
  function displace(mayGo: (connection: Connection) => boolean): boolean {
    for (const waiting of [silent, idle]) {
      for (const connection of waiting) {
        if (!mayGo(connection)) continue
        displaced += 1
        forget(connection)
        connection.socket.destroy()
        return true
      }
    }
    return false
  }

  function hasPlace(address: string): boolean {
    const hasShare = isTrustedProxy(address) || (countOf.get(address) ?? 0) < places * SHARE_OF_ADDRESS
    if (!hasShare && !displace((one) => one.address === address)) return false
    const mostPlaces = isKnown(address) ? places : places * (1 - SHARE_FOR_KNOWN)
    return connections.size < mostPlaces || displace((one) => !isKnown(one.address))
  }

  function accept(socket: Socket): void {
    const address = networkOf(socket.remoteAddress ?? '')
    if (!hasPlace(address)) {
      refused += 1
      tell()
      socket.destroy()
      return
    }
    const connection: Connection = { socket, address, running: 0 }
    connections.set(socket, connection)
    countOf.set(address, (countOf.get(address) ?? 0) + 1)
    silent.add(connection)
    socket.once('close', () => forget(connection))
  }

  function begin(request: IncomingMessage, response: ServerResponse): void {
    const connection = connections.get(request.socket)
    if (connection === undefined) return
    connection.running += 1
    silent.delete(connection)
    idle.delete(connection)
    response.once('close', () => {
      connection.running -= 1
      if (connection.running === 0 && connections.has(connection.socket)) idle.add(connection)
    })
  }

  function tell(): void {
    if (clock.monotonicMs() - loggedAtMs < LOG_EVERY_MS) return
    loggedAtMs = clock.monotonicMs()
    log.warn({ open: connections.size, refused }, 'connections are refused, their addresses hold too many')
  }

  return {
    watch(server) {
      server.maxConnections = places + CLOSING
      server.prependListener('connection', accept)
      server.prependListener('request', begin)
      server.on('drop', () => {
        refused += 1
        tell()
      })
    },
    trust({ socket }) {
      const address = connections.get(socket)?.address
      if (address === undefined) return
      // Most recent last, so that the least recent address is evicted.
      known.delete(address)
      known.add(address)
      const [oldest] = known
      if (known.size > KNOWN_ADDRESSES && oldest !== undefined) known.delete(oldest)
    },
    figures: () => ({ open: connections.size, refused, displaced }),
  }
}

/** IPv6 addresses are assigned by network: one customer has a /64. */
function networkOf(address: string): string {
  const mapped = /^::ffff:([\d.]+)$/i.exec(address)?.[1]
  if (mapped !== undefined || !isIPv6(address)) return mapped ?? address
  const [head = '', tail = ''] = address.split('::')
  const groups = head.split(':').filter((group) => group !== '')
  const ends = tail.split(':').filter((group) => group !== '')
  const zeros = Array.from({ length: Math.max(0, 8 - groups.length - ends.length) }, () => '0')
  return [...groups, ...(address.includes('::') ? zeros : []), ...ends].slice(0, 4).join(':')
}
