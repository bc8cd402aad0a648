/**
 * Limits open connections. Each address has a share of them, and some are reserved for addresses that have sent good
 * credentials before. When places run short, connections without a running request are closed: first those that never
 * sent a request, the oldest first.
 */
import type { IncomingMessage, Server } from 'node:http'
import type { Socket } from 'node:net'
import { createBoundedMap } from '@logyard/languages/caches/bounded-map'
import type { Clock } from '../platform/clock.ts'
import type { Log } from '../platform/log.ts'
import { networkOf } from './network-of.ts'
import { createOpenConnections } from './open-connections.ts'

/** The share of all places that one address may hold. */
const SHARE_OF_ADDRESS = 1 / 4
/** The share of all places reserved for known addresses. */
const SHARE_FOR_KNOWN = 1 / 4
/** Headroom before Node itself refuses connections: displaced ones take a moment to close. */
const CLOSING = 1024
const LOG_EVERY_MS = 60_000

export function createConnectionGuard(deps: {
  /** The maximum number of open connections. */
  readonly places: number
  /** Proxies carry the requests of many clients, so their share is not limited. */
  readonly isTrustedProxy: (address: string) => boolean
  readonly clock: Clock
  readonly log: Log
}) {
  const { places, isTrustedProxy, clock, log } = deps
  const open = createOpenConnections()
  const known = createKnownAddresses()
  let refused = 0
  let loggedAtMs = Number.NEGATIVE_INFINITY

  const isKnown = (address: string) => known.has(address) || isTrustedProxy(address)

  function hasPlace(address: string): boolean {
    const hasShare = isTrustedProxy(address) || open.countOf(address) < places * SHARE_OF_ADDRESS
    if (!hasShare && !open.displace((one) => one.address === address)) return false
    const mostPlaces = isKnown(address) ? places : places * (1 - SHARE_FOR_KNOWN)
    return open.count() < mostPlaces || open.displace((one) => !isKnown(one.address))
  }

  function noteRefusal(): void {
    refused += 1
    if (clock.monotonicMs() - loggedAtMs < LOG_EVERY_MS) return
    loggedAtMs = clock.monotonicMs()
    log.warn({ open: open.count(), refused }, 'connections refused, too many from these addresses')
  }

  function accept(socket: Socket): void {
    const address = networkOf(socket.remoteAddress ?? '')
    if (hasPlace(address)) {
      open.add(socket, address)
    } else {
      noteRefusal()
      socket.destroy()
    }
  }

  return {
    watch(server: Server) {
      server.maxConnections = places + CLOSING
      server.prependListener('connection', accept)
      server.prependListener('request', open.begin)
      server.on('drop', noteRefusal)
    },
    /** Notes that the request had valid credentials: its address may use the reserved places from now on. */
    trust({ socket }: IncomingMessage) {
      const address = open.addressOf(socket)
      if (address !== undefined) known.add(address)
    },
    /** Refused connections were closed at once, as no place was free; displaced ones in favour of a newer one, while idle. */
    figures: () => ({ open: open.count(), refused, displaced: open.displaced() }),
  }
}

const MAX_ADDRESSES = 10_000

/** Addresses that sent valid credentials. Evicts the least recently used address. */
function createKnownAddresses() {
  const known = createBoundedMap<string, true>(MAX_ADDRESSES)
  return {
    has: (address: string) => known.get(address) === true,
    add: (address: string) => known.set(address, true),
  }
}
