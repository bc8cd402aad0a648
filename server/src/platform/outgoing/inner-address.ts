/** How far inside the network an address is. A redirect must not lead further inside than the configured address. */
import type { LookupAddress } from 'node:dns'
import { lookup } from 'node:dns/promises'
import { BlockList, isIP } from 'node:net'

/** From the innermost: link-local, where clouds serve the credentials of a machine; loopback; private. Others are public. */
const ZONES = [
  ['169.254.0.0/16', 'fe80::/10'],
  ['127.0.0.0/8', '0.0.0.0/8', '::1/128', '::/128'],
  ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', '100.64.0.0/10', 'fc00::/7'],
].map(blockList)

export type ResolveHost = (host: string) => Promise<readonly LookupAddress[]>

export const resolveHost: ResolveHost = (host) => lookup(host, { all: true })

/** Each name has the addresses of its first answer. */
export function resolvedOnce(resolve: ResolveHost): ResolveHost {
  const answers = new Map<string, ReturnType<ResolveHost>>()
  return (host) => {
    const answer = answers.get(host) ?? resolve(host)
    answers.set(host, answer)
    return answer
  }
}

/** 0 is the innermost. The innermost of all addresses of a name counts. */
export async function depthOf({ hostname }: URL, resolve: ResolveHost): Promise<number> {
  const host = hostname.replace(/^\[|\]$/g, '')
  const addresses = isIP(host) === 0 ? await resolve(host) : [{ address: host }]
  return Math.min(...addresses.map(({ address }) => depthOfAddress(address)))
}

function depthOfAddress(address: string): number {
  const depth = ZONES.findIndex((zone) => zone.check(address, familyOf(address)))
  return depth === -1 ? ZONES.length : depth
}

function blockList(ranges: readonly string[]): BlockList {
  const list = new BlockList()
  for (const range of ranges) {
    const [address = '', bits = ''] = range.split('/')
    list.addSubnet(address, Number(bits), familyOf(address))
  }
  return list
}

function familyOf(address: string): 'ipv4' | 'ipv6' {
  return isIP(address) === 6 ? 'ipv6' : 'ipv4'
}
