import { expect, test } from 'vitest'
import { isWithinRange, readIpRange } from './ip-range.ts'

test.each([
  {
    range: '10.0.0.0/8',
    inside: ['10.0.0.1', '10.255.255.255'],
    outside: ['11.0.0.1', '::1', '10.0.0', '010.0.0.1', 'x'],
  },
  { range: '10.0.0.4/30', inside: ['10.0.0.4', '10.0.0.7'], outside: ['10.0.0.3', '10.0.0.8'] },
  { range: '0.0.0.0/0', inside: ['192.168.0.1'], outside: ['::'] },
  { range: 'fe80::/10', inside: ['fe80::1', 'FEBF::'], outside: ['fec0::1', '10.0.0.1'] },
  { range: '::1/128', inside: ['0:0:0:0:0:0:0:1'], outside: ['::2', '1::', ':::', '1:2:3:4:5:6:7:8:9'] },
])('$range', ({ range, inside, outside }) => {
  const read = readIpRange(range)
  expect(read).toBeDefined()
  const isIn = (value: string) => read !== undefined && isWithinRange(value, read)
  expect(inside.filter((value) => !isIn(value))).toEqual([])
  expect(outside.filter(isIn)).toEqual([])
})

test.each(['10.0.0.1', '10.0.0.0/33', '10.0.0.0/08', 'fe80::/129', '/8', 'a/b'])('%j is not a range', (text) => {
  expect(readIpRange(text)).toBeUndefined()
})
