import { RuleIp } from '@logyard/languages/rules/values/rule-ip'
import { expect, test } from 'vitest'
import { isInSubnet, parseSubnet } from './ip-subnet.ts'

test.each([
  ['10.0.0.0/8', '10.255.0.1', true],
  ['10.0.0.0/8', '11.0.0.0', false],
  ['10.64.0.0/10', '10.127.255.255', true],
  ['10.64.0.0/10', '10.128.0.0', false],
  ['10.0.0.7/32', '10.0.0.7', true],
  ['10.0.0.7/31', '10.0.0.6', true],
  ['10.0.0.7/31', '10.0.0.8', false],
  ['10.0.0.7/99', '10.0.0.7', true],
  ['10.0.0.7/99', '10.0.0.6', false],
  ['0.0.0.0/0', '255.255.255.255', true],
  ['0.0.0.0/0', '::1', false],
  ['::/0', '10.0.0.1', false],
  ['2001:db8::/33', '2001:db8:7fff::1', true],
  ['2001:db8::/33', '2001:db8:8000::1', false],
  ['2001:db8::1/128', '2001:db8::1', true],
])('%s contains %s: %s', (cidr, address, isInside) => {
  expect(isInSubnet(RuleIp.parse(address)?.bytes ?? [], parseSubnet(cidr))).toBe(isInside)
})

test.each(['', '10.0.0.1', '10.0.0.0/', '10.0.0.0/x', '10.0.0.0/-1', '10.0.0/8', '/8', '10.0.0.0/8/8'])(
  '%s is not a network',
  (cidr) => {
    expect(() => parseSubnet(cidr)).toThrow('Not a network in CIDR notation')
  },
)
