import { expect, test } from 'vitest'
import { emptyResult, singleResult } from '../lookup-results.ts'
import { createAnswersReader } from './answers-reader.ts'
import { encodeResult } from './encode-result.ts'
import { networkKey, networkKeys } from './network-keys.ts'
import { createTableReader } from './shared-table.ts'
import { createTableWriter } from './table-writer.ts'

test('rows are found, replaced and deleted, like in a map, whatever their keys', () => {
  const writer = createTableWriter()
  const map = new Map<string, string>()
  let random = 7
  const next = (below: number) => {
    random = (Math.imul(random, 1_103_515_245) + 12_345) & 0x7fffffff
    return random % below
  }
  const keyOf = (number: number) => (number % 7 === 0 ? `schlüssel ${number} 🐌` : `key-${number}`)
  for (let round = 0; round < 20_000; round += 1) {
    const key = keyOf(next(3000))
    if (next(4) === 0) expect(writer.delete(key)).toBe(map.delete(key))
    else {
      const value = 'wért '.repeat(next(6)) + round
      expect(writer.set(key, value)).toBe(!map.has(key))
      map.set(key, value)
    }
  }
  expect(writer.size).toBe(map.size)
  expect(new Map(writer.entries())).toEqual(map)
  for (const table of [writer.table(), writer.finished()]) {
    const reader = createTableReader(table)
    for (let number = 0; number < 3000; number += 1) expect(reader.find(keyOf(number))).toBe(map.get(keyOf(number)))
    expect(reader.find('')).toBeUndefined()
    expect(reader.find('x'.repeat(100_000))).toBeUndefined()
  }
})

test('a reader sees what is written after it was made, as long as the table has room', () => {
  const writer = createTableWriter()
  const reader = createTableReader(writer.table())
  writer.set('a', '1')
  expect(reader.find('a')).toBe('1')
  writer.set('a', '2')
  expect(reader.find('a')).toBe('2')
  writer.delete('a')
  expect(reader.find('a')).toBeUndefined()
})

test('many changes of few keys need little memory', () => {
  const writer = createTableWriter()
  for (let round = 0; round < 50_000; round += 1) writer.set(`key-${round % 10}`, `value ${round}`)
  for (let round = 0; round < 50_000; round += 1) {
    writer.set(`other-${round}`, 'x')
    writer.delete(`other-${round}`)
  }
  expect(writer.size).toBe(10)
  expect(writer.table().rows.length).toBeLessThan(64_000)
  expect(writer.table().slots.length).toBeLessThan(64_000)
  expect(writer.find('key-9')).toBe('value 49999')
})

test('a key finds a text, a result, or the smallest network that has it', () => {
  const nowMs = () => 1000
  const absent = emptyResult()
  const texts = createTableWriter()
  texts.set('alice', 'Alice')
  texts.set('1', 'one')
  const exact = createAnswersReader(
    { kind: 'table', table: texts.finished(), keys: 'exact', values: 'text', absent },
    nowMs,
  )
  expect([exact('alice'), exact(1n), exact('ALICE')]).toEqual([singleResult('Alice'), singleResult('one'), absent])
  const anyCase = createAnswersReader(
    { kind: 'table', table: texts.finished(), keys: 'ignore-case', values: 'text', absent },
    nowMs,
  )
  expect(anyCase('ALICE')).toEqual(singleResult('Alice'))

  const networks = createTableWriter()
  const keys = ['10.0.0.0/8', '10.1.0.0/16', '192.0.2.7', '2001:db8::/32', '2001:db8:1::/48', '0.0.0.0/0'].map(
    (text) => {
      const key = networkKey(text)
      if (key === undefined) throw new Error(text)
      networks.set(key.key, encodeResult({ single: text, expiresAtMs: text.startsWith('10.1.') ? 999 : 3000 }))
      return key
    },
  )
  const find = createAnswersReader(
    { kind: 'table', table: networks.finished(), keys: networkKeys(keys), values: 'result', absent },
    nowMs,
  )
  const found = [
    '10.2.3.4',
    '192.0.2.7',
    '192.0.2.8',
    '2001:db8:1::5',
    '2001:db8:2::5',
    '::ffff:10.9.9.9',
    'x',
    '3::',
  ].map((address) => find(address).singleValue)
  expect(found).toEqual([
    '10.0.0.0/8',
    '192.0.2.7',
    '0.0.0.0/0',
    '2001:db8:1::/48',
    '2001:db8::/32',
    '10.0.0.0/8',
    null,
    null,
  ])
  expect(find('10.2.3.4').ttlMs).toBe(2000)
  expect(find('10.1.3.4')).toEqual(absent)
})

test.each(['', 'x', '10.0.0.0/33', '10.0.0.0/x', '1.2.3.4/8/9', '2001:db8::/129'])('%s is no network', (text) => {
  expect(networkKey(text)).toBeUndefined()
})
