import { seededRandom } from '@logyard/codecs/testing/seeded-random'
import { describe, expect, test } from 'vitest'
import { type TestDatabase, writeMaxmindDatabase } from '../../testing/lookup/write-maxmind-database.ts'
import { rounds } from '../../testing/rounds.ts'
import { openMaxmindDatabase } from './maxmind-database.ts'
import { decodeMaxmindValue } from './maxmind-values.ts'

const RECORD = {
  city: { geoname_id: 2_950_159, names: { en: 'Berlin', de: 'Berlin' } },
  location: { latitude: 52.5, longitude: -13.25, accuracy_radius: 10 },
  subdivisions: [{ iso_code: 'BE' }],
  traits: { is_in_european_union: true, id: 2n ** 63n },
  long: 'x'.repeat(400),
}
const networks: TestDatabase['networks'] = [
  { address: [85, 214, 0, 0], bits: 16, value: RECORD },
  { address: [1, 2, 3, 4], bits: 32, value: { only: 'one' } },
]
const VERSION_6 = {
  address: [0x20, 0x01, 0x0d, 0xb8, ...new Array<number>(12).fill(0)],
  bits: 32,
  value: { six: true },
}

const shared = (bytes: Buffer): SharedArrayBuffer => {
  const buffer = new SharedArrayBuffer(bytes.length)
  bytes.copy(Buffer.from(buffer))
  return buffer
}
const open = (database: TestDatabase) => openMaxmindDatabase(shared(writeMaxmindDatabase(database)))

describe.each([24, 28, 32] as const)('records of %d bits', (recordSize) => {
  test.each([
    ['85.214.1.2', RECORD],
    ['::ffff:85.214.1.2', RECORD],
    ['1.2.3.4', { only: 'one' }],
    ['1.2.3.5', undefined],
    ['85.215.1.2', undefined],
    ['2001:db8::1', { six: true }],
    ['2001:db9::1', undefined],
    ['::1', undefined],
    ['not an address', undefined],
    ['', undefined],
  ])('%s', (address, expected) => {
    const database = open({ type: 'GeoLite2-City', recordSize, networks: [...networks, VERSION_6] })
    expect(database.type).toBe('GeoLite2-City')
    expect(database.find(address)).toEqual(expected)
  })
})

test('a database of IPv4 addresses does not have IPv6 addresses', () => {
  const database = open({ type: 'GeoLite2-ASN', ipVersion: 4, networks })
  expect(database.find('1.2.3.4')).toEqual({ only: 'one' })
  expect(database.find('2001:db8::1')).toBeUndefined()
})

describe('damaged files', () => {
  const bytes = writeMaxmindDatabase({ type: 'GeoLite2-City', networks })
  test.each([
    ['an empty file', Buffer.alloc(0)],
    ['a text', Buffer.from('key,value\na,b\n')],
    ['a file without its beginning', bytes.subarray(bytes.length - 200)],
    ['a file without its end', bytes.subarray(0, bytes.length - 30)],
  ])('%s is refused', (_what, damaged) => {
    expect(() => openMaxmindDatabase(shared(Buffer.from(damaged)))).toThrow(/The file is|A record of the file/)
  })

  test('a pointer to itself ends', () => {
    const pointer = Buffer.from([0x20, 0x00])
    expect(() => decodeMaxmindValue(pointer, 0, 0)).toThrow('A record of the file has no end')
  })

  test('lists that contain the next one twice end', () => {
    // Each list has two pointers to the list behind it: 2 ** 20 values of 100 bytes.
    const lists = Array.from({ length: 20 }, (_, at) => [0x02, 0x04, 0x20, (at + 1) * 6, 0x20, (at + 1) * 6])
    const bytes = Buffer.from([...lists.flat(), 0x00, 0x07])
    expect(() => decodeMaxmindValue(bytes, 0, 0)).toThrow('A record of the file has no end')
  })

  test('many pointers to one long text end', () => {
    // A list of 1,000 pointers to a text of 60,000 bytes.
    const head = Buffer.from([0x1e, 0x04, (1000 - 285) >> 8, (1000 - 285) & 0xff])
    const at = head.length + 5000
    const pointer = Buffer.from([0x38, 0, 0, at >> 8, at & 0xff])
    const size = 60_000 - 285
    const text = Buffer.concat([Buffer.from([0x5e, size >> 8, size & 0xff]), Buffer.alloc(60_000, 'x')])
    const hostile = Buffer.concat([head, ...Array.from({ length: 1000 }, () => pointer), text])
    expect(() => decodeMaxmindValue(hostile, 0, 0)).toThrow('texts that are too long')
  })

  test('a damaged record is not found', () => {
    const damaged = Buffer.from(bytes)
    // A value of an unknown type.
    const database = openMaxmindDatabase(shared(bytes))
    damaged.fill(0x00, database.locate('85.214.1.2') ?? 0, (database.locate('85.214.1.2') ?? 0) + 1)
    damaged.writeUInt8(0xf0, (database.locate('85.214.1.2') ?? 0) + 1)
    expect(openMaxmindDatabase(shared(damaged)).find('85.214.1.2')).toBeUndefined()
  })

  function openAndFind(damaged: Buffer): void {
    try {
      const database = openMaxmindDatabase(shared(damaged))
      for (const address of ['85.214.1.2', '1.2.3.4', '::1', 'ffff:ffff::1']) database.find(address)
    } catch (error) {
      expect(error).toMatchObject({ name: 'MaxmindFileError' })
    }
  }

  test('a file that is cut off anywhere, or begins anywhere, gives records, nothing or an error', () => {
    for (let at = 0; at < bytes.length; at += 1) {
      openAndFind(Buffer.from(bytes.subarray(0, at)))
      openAndFind(Buffer.from(bytes.subarray(at)))
    }
  })

  test('random damage gives records, nothing or an error, in little time', () => {
    const random = seededRandom(26)
    const cpuBefore = process.cpuUsage().user
    for (let round = 0; round < rounds(500, 50_000); round += 1) {
      const damaged = Buffer.from(bytes)
      for (let flips = random.below(20); flips >= 0; flips -= 1) {
        damaged.writeUInt8(random.below(256), random.below(damaged.length))
      }
      openAndFind(damaged)
    }
    expect(process.cpuUsage().user - cpuBefore).toBeLessThan(rounds(20, 500) * 1_000_000)
  })

  test('a flipped byte gives a record, nothing or an error, in little time', () => {
    const cpuBefore = process.cpuUsage().user
    for (let at = 0; at < bytes.length; at += 1) {
      for (const flip of [0x01, 0x20, 0x80, 0xff]) {
        const damaged = Buffer.from(bytes)
        damaged.writeUInt8(damaged.readUInt8(at) ^ flip, at)
        openAndFind(damaged)
      }
    }
    expect(process.cpuUsage().user - cpuBefore).toBeLessThan(20_000_000)
  })
})
