/** Functions on addresses of the Internet Protocol. */
import type { RuleValue } from '@logyard/languages/rules/rule-values'
import { RuleIp } from '@logyard/languages/rules/values/rule-ip'
import { textOfValue } from '@logyard/languages/rules/values/text-of-value'
import { defineFunction, type PipelineParam } from '../evaluation/rule-run.ts'
import { type IpSubnet, isInSubnet, parseSubnet } from './ip-subnet.ts'
import { anything, optional, refuse, text, textOf } from './params.ts'
import { createPerToolsCache } from './per-tools-cache.ts'

const ip = (name: string, description: string): PipelineParam<RuleIp> => ({
  name,
  type: 'IpAddress',
  isOptional: false,
  description,
  prepare: (value) => (value instanceof RuleIp ? value : refuse(name, 'an IP address', value)),
})

const subnets = createPerToolsCache<IpSubnet>()

const cidr: PipelineParam<IpSubnet> = {
  ...text('cidr', 'The network, such as "10.0.0.0/8" or "2001:db8::/32".'),
  preparedClass: 'org.graylog2.utilities.IpSubnet',
  prepare(value, tools) {
    const written = textOf(value, 'cidr')
    return subnets(tools, written, () => parseSubnet(written))
  },
}

const ANY = '0.0.0.0'

const toIp = defineFunction({
  name: 'to_ip',
  description: 'Converts a text to an IP address. A whole number is an IPv4 address of 32 bits.',
  example: { source: 'to_ip("2001:DB8:0:0:0:0:0:1")', result: '2001:db8::1' },
  params: [
    anything('ip', 'The address.'),
    optional(text('default', 'The address for null and for what is not an address. "0.0.0.0" by default.')),
  ],
  returns: 'IpAddress',
  call([value, byDefault]) {
    const address = addressOf(value ?? null)
    if (address !== undefined || byDefault === null) return address ?? null
    const found = RuleIp.parse(byDefault ?? ANY)
    if (found === undefined) throw new Error(`The argument default is not an IP address: ${byDefault?.slice(0, 100)}`)
    return found
  },
})

function addressOf(value: RuleValue): RuleIp | undefined {
  if (value === null || value instanceof RuleIp) return value ?? undefined
  if (typeof value === 'string') return RuleIp.parse(value)
  if (typeof value !== 'bigint') return RuleIp.parse(textOfValue(value))
  const number = Number(BigInt.asUintN(32, value))
  return new RuleIp([number >>> 24, (number >>> 16) & 0xff, (number >>> 8) & 0xff, number & 0xff])
}

const cidrMatch = defineFunction({
  name: 'cidr_match',
  description: 'Checks whether an IP address is in a network.',
  example: { source: 'cidr_match("10.0.0.0/8", to_ip("10.1.2.3"))', result: 'true' },
  params: [cidr, ip('ip', 'The address: see to_ip.')],
  returns: 'Boolean',
  call: ([subnet, address]) => (subnet == null || address == null ? null : isInSubnet(address.bytes, subnet)),
})

const anonymizeIp = defineFunction({
  name: 'anonymize_ip',
  description: 'Sets the last byte of an IP address to 0.',
  example: { source: 'anonymize_ip(to_ip("10.1.2.3"))', result: '10.1.2.0' },
  params: [ip('ip', 'The address: see to_ip.')],
  returns: 'IpAddress',
  call: ([address]) => address?.anonymized ?? null,
})

export const ipFunctions = [anonymizeIp, cidrMatch, toIp]
