import { expect, test } from 'vitest'
import { createClientAddresses } from './client-address.ts'

const request = (remoteAddress: string | undefined, forwarded?: string | string[]) => ({
  socket: { remoteAddress },
  headers: { 'x-forwarded-for': forwarded },
})

test.each([
  { why: 'no proxy is trusted', trusted: '', peer: '10.0.0.1', forwarded: '1.2.3.4', is: '10.0.0.1' },
  { why: 'the peer is another', trusted: '10.0.0.2', peer: '10.0.0.1', forwarded: '1.2.3.4', is: '10.0.0.1' },
  { why: 'the proxy says so', trusted: '10.0.0.0/8', peer: '10.0.0.1', forwarded: '1.2.3.4', is: '1.2.3.4' },
  { why: 'the client lies', trusted: '10.0.0.1', peer: '10.0.0.1', forwarded: '6.6.6.6, 1.2.3.4', is: '1.2.3.4' },
  { why: 'proxies chain', trusted: '10.0.0.0/8', peer: '10.0.0.1', forwarded: '1.2.3.4, 10.0.0.9', is: '1.2.3.4' },
  { why: 'all are proxies', trusted: '10.0.0.0/8', peer: '10.0.0.1', forwarded: '10.0.0.7, 10.0.0.9', is: '10.0.0.7' },
  { why: 'it is nonsense', trusted: '10.0.0.1', peer: '10.0.0.1', forwarded: 'unknown, <x>', is: '10.0.0.1' },
  { why: 'it is absent', trusted: '10.0.0.1', peer: '10.0.0.1', forwarded: undefined, is: '10.0.0.1' },
  { why: 'it is repeated', trusted: '10.0.0.1', peer: '10.0.0.1', forwarded: ['6.6.6.6', '1.2.3.4'], is: '1.2.3.4' },
  { why: 'the socket is dual', trusted: '10.0.0.1', peer: '::ffff:10.0.0.1', forwarded: '1.2.3.4', is: '1.2.3.4' },
  { why: 'it is IPv6', trusted: 'fd00::/8', peer: 'fd00::1', forwarded: '2001:db8::5', is: '2001:db8::5' },
  { why: 'the peer is gone', trusted: '10.0.0.1', peer: undefined, forwarded: '1.2.3.4', is: '' },
])('when $why the client is $is', ({ trusted, peer, forwarded, is }) => {
  expect(createClientAddresses(trusted).of(request(peer, forwarded))).toBe(is)
})

test('a request comes from a trusted proxy only if its direct peer is one', () => {
  const addresses = createClientAddresses(' 10.0.0.1 , 192.168.0.0/16 ')
  expect(addresses.isFromTrustedProxy(request('192.168.7.7'))).toBe(true)
  expect(addresses.isFromTrustedProxy(request('1.2.3.4', '10.0.0.1'))).toBe(false)
})

test.each(['10.0.0', 'proxy.example', '10.0.0.0/33', 'fd00::/129', '10.0.0.0/x', '10.0.0.0/'])(
  '%s is refused as a trusted proxy',
  (entry) => {
    expect(() => createClientAddresses(`10.0.0.1,${entry}`)).toThrow(`LOGYARD_TRUSTED_PROXIES: ${entry} is neither`)
  },
)
