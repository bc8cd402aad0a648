import { expect, test } from 'vitest'
import { hexDump, visibleText } from './hex-dump.ts'

const bytes = (text: string) => new TextEncoder().encode(text)

test('a hex dump has offset, bytes and printable characters, sixteen bytes a line', () => {
  expect(hexDump(bytes('{"host":"größe"}\n\u0000'))).toBe(
    [
      '00000000  7b 22 68 6f 73 74 22 3a 22 67 72 c3 b6 c3 9f 65  |{"host":"gr....e|',
      '00000010  22 7d 0a 00                                      |"}..|',
    ].join('\n'),
  )
  expect(hexDump(new Uint8Array())).toBe('')
})

test('text keeps its lines and letters; invisible characters become visible symbols', () => {
  expect(visibleText(bytes('a\tb\nö\u0000\u001b[31m\u007f'))).toBe('a\tb\nö\u2400\u241b[31m\u2421')
  expect(visibleText(Uint8Array.of(0x61, 0xff))).toBe('a\ufffd')
})
