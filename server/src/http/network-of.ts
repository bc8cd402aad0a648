import { isIPv6 } from 'node:net'

/** IPv6 addresses are assigned by network: one customer has a /64. */
export function networkOf(address: string): string {
  const mapped = /^::ffff:([\d.]+)$/i.exec(address)?.[1]
  if (mapped !== undefined || !isIPv6(address)) return mapped ?? address
  const [head = '', tail = ''] = address.split('::')
  const groups = head.split(':').filter((group) => group !== '')
  const ends = tail.split(':').filter((group) => group !== '')
  const zeros = Array.from({ length: Math.max(0, 8 - groups.length - ends.length) }, () => '0')
  return [...groups, ...(address.includes('::') ? zeros : []), ...ends].slice(0, 4).join(':')
}
