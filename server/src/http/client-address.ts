import { BlockList, isIP } from 'node:net'
import { LogyardError } from '../platform/errors.ts'

/** The address of a client, as far as it can be trusted. */
export type ClientAddresses = ReturnType<typeof createClientAddresses>

/** The parts of a request that carry its address. */
export interface AddressedRequest {
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly socket: { readonly remoteAddress?: string | undefined }
}

const proxyRefused = (entry: string) =>
  new LogyardError(
    'invalid',
    'settings-refused',
    `LOGYARD_TRUSTED_PROXIES: ${entry} is neither an address nor a network`,
  )

/** `trusted` is the setting: addresses and networks in CIDR form, separated by commas. */
export function createClientAddresses(trusted: string) {
  const proxies = blockList(trusted)
  const isTrusted = (address: string) => isIP(address) !== 0 && proxies.check(address, family(address))

  const peerOf = (request: AddressedRequest) => withoutMapping(request.socket.remoteAddress ?? '')
  return {
    /** Whether the address is one of the trusted proxies. */
    isTrusted: (address: string) => isTrusted(withoutMapping(address)),
    /** Whether the direct peer is one of the trusted proxies. */
    isFromTrustedProxy: (request: AddressedRequest) => isTrusted(peerOf(request)),
    /** The peer, or the client that a trusted proxy names. */
    of(request: AddressedRequest) {
      const peer = peerOf(request)
      if (!isTrusted(peer)) return peer
      // Each proxy appends the peer it saw, so the last address that is not a trusted proxy is the client.
      const hops = [request.headers['x-forwarded-for'] ?? []].flat().join(',').split(',')
      const believable = hops.map((hop) => withoutMapping(hop.trim())).filter((hop) => isIP(hop) !== 0)
      return believable.findLast((hop) => !isTrusted(hop)) ?? believable[0] ?? peer
    },
  }
}

function blockList(trusted: string): BlockList {
  const list = new BlockList()
  for (const entry of trusted.split(',').map((text) => text.trim())) {
    if (entry === '') continue
    const [address = '', prefix] = entry.split('/')
    if (isIP(address) === 0) throw proxyRefused(entry)
    const bits = prefix === undefined ? Number.NaN : Number(prefix)
    const most = isIP(address) === 4 ? 32 : 128
    if (prefix === undefined) list.addAddress(address, family(address))
    else if (/^\d+$/.test(prefix) && bits <= most) list.addSubnet(address, bits, family(address))
    else throw proxyRefused(entry)
  }
  return list
}

const family = (address: string) => (isIP(address) === 6 ? 'ipv6' : 'ipv4')

/** `::ffff:127.0.0.1` is how a dual-stack socket writes an IPv4 address. */
const withoutMapping = (address: string) => (/^::ffff:[\d.]+$/i.test(address) ? address.slice(7) : address)
