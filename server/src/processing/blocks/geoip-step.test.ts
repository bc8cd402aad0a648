import { gelfCodec } from '@logyard/codecs/gelf/gelf-codec'
import { describe, expect, test } from 'vitest'
import { createBlockBuilder } from '../../ingest/journal/journal-block.ts'
import type { SharedDatabase } from '../../lookup/maxmind/shared-database.ts'
import { numberedMessage, testOrigin } from '../../testing/journal-messages.ts'
import { type TestDatabase, writeMaxmindDatabase } from '../../testing/lookup/write-maxmind-database.ts'
import { testSettings } from '../../testing/processing-settings.ts'
import { fieldsOf, readRows } from '../../testing/read-rows.ts'
import { testBlockProcessor } from '../../testing/test-block-processor.ts'
import { GEOIP_PROCESSOR } from '../settings/processing-settings.ts'

type Value = TestDatabase['networks'][number]['value']

const BERLIN = {
  city: { names: { en: 'Berlin' } },
  country: { iso_code: 'DE' },
  location: { latitude: 52.5, longitude: 13.25 },
}
const NETWORKS: readonly (readonly [address: readonly number[], bits: number, value: Value])[] = [
  [[85, 214], 16, BERLIN],
  [[9], 8, { country: { iso_code: 'US' } }],
  [[8], 8, { autonomous_system_number: 3320, autonomous_system_organization: 'Telekom' }],
  [[7], 8, 'not a record'],
  [[0x20, 0x01, 0x0d, 0xb8, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0], 32, BERLIN],
]

function databaseOf(type: SharedDatabase['type'] = 'MAXMIND_CITY'): SharedDatabase {
  const networks = NETWORKS.map(([address, bits, value]) => {
    const padding = address.length === 16 ? [] : new Array<number>(4 - address.length).fill(0)
    return { address: [...address, ...padding], bits, value }
  })
  const file = writeMaxmindDatabase({ type: 'Test', networks })
  const bytes = new SharedArrayBuffer(file.length)
  file.copy(Buffer.from(bytes))
  return { bytes, type }
}

/** The fields of a message after it has passed the processor. */
async function processed(fields: Readonly<Record<string, unknown>>, geoIpDatabase: SharedDatabase | undefined) {
  const processor = testBlockProcessor({ codecs: [gelfCodec] })
  const settings = testSettings({ processors: [GEOIP_PROCESSOR] })
  processor.configure({ ...settings, geoIp: { database: geoIpDatabase } })
  const builder = createBlockBuilder(0)
  const gelf = { version: '1.1', host: 'web-1', short_message: 'hello', ...fields }
  builder.add({ ...testOrigin, codec: 'gelf' }, { ...numberedMessage(0), payload: Buffer.from(JSON.stringify(gelf)) })
  const { rows } = await processor.process({ sequence: 1, firstOffset: 0, bytes: builder.finish(), skips: [] })
  return fieldsOf(readRows(rows)[0])
}

describe('a database of cities', () => {
  test.each<[string, Readonly<Record<string, unknown>>, Readonly<Record<string, unknown>>]>([
    [
      'an address',
      { _ip: '85.214.1.1' },
      { ip: '85.214.1.1', ip_geolocation: '52.5,13.25', ip_country_code: 'DE', ip_city_name: 'Berlin' },
    ],
    [
      'an address of version 6',
      { _ip: '2001:DB8::1' },
      { ip: '2001:DB8::1', ip_geolocation: '52.5,13.25', ip_country_code: 'DE', ip_city_name: 'Berlin' },
    ],
    ['an unknown city', { _a: '9.1.1.1' }, { a: '9.1.1.1', a_country_code: 'US', a_city_name: 'N/A' }],
    [
      'the source',
      { host: '85.214.1.1' },
      { source_geolocation: '52.5,13.25', source_country_code: 'DE', source_city_name: 'Berlin' },
    ],
    ['an address that the database does not have', { _ip: '10.0.0.1' }, { ip: '10.0.0.1' }],
    ['a damaged record', { _ip: '7.0.0.1' }, { ip: '7.0.0.1' }],
    ['fields of the server', { _gl2_x: '85.214.1.1' }, { gl2_x: '85.214.1.1' }],
    [
      'other values',
      { _a: 85.214, _b: '85.214.1.1:80', _c: 'dead beef', _d: 'abc' },
      { a: 85.214, b: '85.214.1.1:80', c: 'dead beef', d: 'abc' },
    ],
  ])('%s', async (_what, fields, expected) => {
    expect(await processed(fields, databaseOf())).toEqual(expected)
  })
})

test.each([
  ['MAXMIND_COUNTRY', { _ip: '85.214.1.1' }, { ip: '85.214.1.1', ip_country_code: 'DE' }],
  ['MAXMIND_ASN', { _ip: '8.8.8.8' }, { ip: '8.8.8.8', ip_as_number: 3320, ip_as_organization: 'Telekom' }],
  ['MAXMIND_ASN', { _ip: '85.214.1.1' }, { ip: '85.214.1.1' }],
] as const)('a database of type %s', async (type, fields, expected) => {
  expect(await processed(fields, databaseOf(type))).toEqual(expected)
})

test('without a database a message passes unchanged', async () => {
  expect(await processed({ _ip: '85.214.1.1' }, undefined)).toEqual({ ip: '85.214.1.1' })
})
