import { isWithinRange, readAddress, readIpRange } from '@logyard/languages/query/ip-range'

const PRIVATE = ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7'].flatMap((text) => readIpRange(text) ?? [])

/** Whether an address is in a network for private use (RFC 1918, RFC 4193). Undefined if it is not an address. */
export function isInPrivateNetwork(address: string): boolean | undefined {
  if (readAddress(address) === undefined) return undefined
  return PRIVATE.some((range) => isWithinRange(address, range))
}
