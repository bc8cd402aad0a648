import { expect, test } from 'vitest'
import { rawCodec } from './raw/raw-codec.ts'
import { rawMessage, seen } from './testing/raw-message.ts'
import { withSource } from './with-source.ts'

test.each([
  { said: 'web-1', override: undefined, remoteAddress: '192.0.2.7', source: 'web-1' },
  { said: '', override: undefined, remoteAddress: '192.0.2.7', source: '192.0.2.7' },
  { said: ' \t', override: undefined, remoteAddress: '192.0.2.7', source: '192.0.2.7' },
  { said: '', override: undefined, remoteAddress: '', source: 'unknown' },
  { said: 'web-1', override: 'proxy', remoteAddress: '192.0.2.7', source: 'proxy' },
  { said: 'web-1', override: '', remoteAddress: '192.0.2.7', source: 'web-1' },
  { said: 'web-1', override: 5, remoteAddress: '192.0.2.7', source: 'web-1' },
])('a sender that says "$said" with override $override is $source', ({ said, override, remoteAddress, source }) => {
  const decode = withSource({ override_source: override }, () => ({
    ok: true,
    messages: [{ timestampMs: 0, source: said, message: 'x', fields: {} }],
  }))
  expect(seen(decode(rawMessage('x', { remoteAddress })))).toMatchObject({ source })
})

test('a raw payload is the message, with its peer and time of receipt', () => {
  const decode = rawCodec.create({})
  expect(seen(decode(rawMessage('ümlaut \u{1F40D}\r\nsecond line')))).toEqual({
    time: '2026-06-15T10:00:00.000Z',
    source: '192.0.2.7',
    message: 'ümlaut \u{1F40D}\r\nsecond line',
  })
  expect(seen(decode(rawMessage(Uint8Array.of(0x61, 0xff, 0x62))))).toMatchObject({ message: 'a\ufffdb' })
})
