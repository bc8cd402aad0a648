import { RuleIp } from '@logyard/languages/rules/values/rule-ip'

export interface IpSubnet {
  /** 4 or 16. */
  readonly bytes: readonly number[]
  readonly prefixBits: number
}

/** `10.0.0.0/8`. A prefix that is too long is the whole address. Throws for other texts. */
export function parseSubnet(text: string): IpSubnet {
  const slash = text.indexOf('/')
  const bytes = slash < 0 ? undefined : RuleIp.parse(text.slice(0, slash))?.bytes
  const prefix = text.slice(slash + 1)
  if (bytes === undefined || !/^\d{1,3}$/.test(prefix))
    throw new Error(`Not a network in CIDR notation: ${text.slice(0, 100)}`)
  return { bytes, prefixBits: Math.min(Number(prefix), bytes.length * 8) }
}

export function isInSubnet(address: readonly number[], { bytes, prefixBits }: IpSubnet): boolean {
  if (address.length !== bytes.length) return false
  const whole = prefixBits >> 3
  for (let at = 0; at < whole; at += 1) if (address[at] !== bytes[at]) return false
  const shift = 8 - (prefixBits & 7)
  return (address[whole] ?? 0) >> shift === (bytes[whole] ?? 0) >> shift
}
