import { mkdir, rename, rm, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { seededRandom } from '@logyard/codecs/testing/seeded-random'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type AdapterWorld, adapterWorld } from '../../testing/lookup/adapter-world.ts'
import { type TestDatabase, writeMaxmindDatabase } from '../../testing/lookup/write-maxmind-database.ts'
import { rounds } from '../../testing/rounds.ts'
import { temporaryFolder } from '../../testing/temporary-folder.ts'
import { maxmindAdapter } from './maxmind-adapter.ts'

const BERLIN = {
  city: { geoname_id: 2_950_159, names: { en: 'Berlin', de: 'Berlin' } },
  continent: { code: 'EU' },
  country: { iso_code: 'DE', names: { en: 'Germany' } },
  location: { latitude: 52.5, longitude: 13, time_zone: 'Europe/Berlin' },
  subdivisions: [{ iso_code: 'BE' }],
}
const ASN = { autonomous_system_number: 3320, autonomous_system_organization: 'Telekom' }

let world: AdapterWorld
let folder: Awaited<ReturnType<typeof temporaryFolder>>
let path: string
beforeEach(async () => {
  world = await adapterWorld()
  folder = await temporaryFolder()
  path = join(folder.path, 'db.mmdb')
})
afterEach(async () => {
  await folder[Symbol.asyncDispose]()
  await world[Symbol.asyncDispose]()
})

const databaseOf = (type: string, value: TestDatabase['networks'][number]['value']) =>
  writeMaxmindDatabase({ type, networks: [{ address: [85, 214, 0, 0], bits: 16, value }] })
const configOf = (more: object = {}) => ({
  type: 'maxmind_geoip' as const,
  path,
  database_type: 'MAXMIND_CITY' as const,
  check_interval: 1,
  check_interval_unit: 'MINUTES' as const,
  ...more,
})
const start = (more: object = {}) => world.start(maxmindAdapter, configOf(more))

describe('results', () => {
  test('of a city', async () => {
    await writeFile(path, databaseOf('GeoLite2-City', BERLIN))
    await using adapter = start()
    expect(await adapter.refresh()).toBe('changed')
    expect(await adapter.lookUp('85.214.1.1')).toEqual({
      singleValue: '52.5,13.0',
      multiValue: {
        ...BERLIN,
        postal: {},
        registered_country: {},
        represented_country: {},
        traits: { ip_address: '85.214.1.1' },
        coordinates: '52.5,13.0',
      },
      stringListValue: null,
      hasError: false,
      ttlMs: Number.POSITIVE_INFINITY,
    })
    for (const key of ['85.215.0.1', 'example.org', '', 7])
      expect(await adapter.lookUp(key)).toMatchObject({ singleValue: null, multiValue: null, hasError: false })
  })

  test.each([
    ['MAXMIND_COUNTRY', 'GeoLite2-Country', BERLIN, 'DE', { country: BERLIN.country, continent: { code: 'EU' } }],
    ['MAXMIND_COUNTRY', 'GeoIP2-City', {}, null, { country: {} }],
    ['MAXMIND_ASN', 'GeoLite2-ASN', ASN, 3320, { as_number: 3320, as_organization: 'Telekom' }],
    ['MAXMIND_ASN', 'GeoIP2-ISP', {}, null, { as_number: null, as_organization: null }],
    ['MAXMIND_CITY', 'GeoIP2-City', { city: 'broken' }, null, { coordinates: null, location: {} }],
  ] as const)('%s of %s', async (database_type, name, record, singleValue, multiValue) => {
    await writeFile(path, databaseOf(name, record))
    await using adapter = start({ database_type })
    await adapter.refresh()
    expect(await adapter.lookUp('85.214.1.1')).toMatchObject({ singleValue, multiValue })
  })
})

describe('the file', () => {
  test('is read again when it has changed, and a bad one keeps the old data', async () => {
    await writeFile(path, databaseOf('GeoLite2-City', BERLIN))
    await using adapter = start()
    expect([await adapter.refresh(), await adapter.refresh()]).toEqual(['changed', 'unchanged'])
    const problems: (string | undefined)[] = []
    const spoil = async (change: () => Promise<void>) => {
      await change()
      expect(await adapter.refresh()).toBe('failed')
      problems.push(adapter.problem())
      expect(await adapter.lookUp('85.214.1.1')).toMatchObject({ singleValue: '52.5,13.0' })
    }
    await spoil(() => writeFile(path, 'key,value\n'))
    await spoil(() => writeFile(path, databaseOf('GeoLite2-ASN', ASN)))
    await spoil(() => truncate(path, 0))
    await spoil(() => rm(path))
    await spoil(async () => void (await mkdir(path)))
    expect(problems).toEqual([
      'The file is not a MaxMind database',
      'The file is a database of type GeoLite2-ASN, which does not have the data of MAXMIND_CITY',
      'The file is not a MaxMind database',
      'The file does not exist.',
      'The file cannot be read.',
    ])
    await rm(path, { recursive: true })
    await writeFile(
      `${path}.new`,
      databaseOf('GeoLite2-City', { ...BERLIN, location: { latitude: 1.5, longitude: 2.5 } }),
    )
    await rename(`${path}.new`, path)
    expect(await adapter.refresh()).toBe('changed')
    expect(adapter.problem()).toBeUndefined()
    expect(await adapter.lookUp('85.214.1.1')).toMatchObject({ singleValue: '1.5,2.5' })
  })

  test('that is cut or has damaged bytes gives results or an error in words', async () => {
    const whole = databaseOf('GeoLite2-City', BERLIN)
    const random = seededRandom(4)
    await using adapter = start()
    let failures = 0
    for (let round = 0; round < rounds(100, 5000); round += 1) {
      const isCut = round % 4 === 0
      const damaged = Buffer.from(isCut ? whole.subarray(0, random.below(whole.length)) : whole)
      for (let flips = isCut ? 0 : random.below(20); flips > 0; flips -= 1) {
        damaged.writeUInt8(random.below(256), random.below(damaged.length))
      }
      // Each is a file of its own, so that the adapter sees the change however soon it follows.
      await writeFile(`${path}.${round}`, damaged)
      await rename(`${path}.${round}`, path)
      if ((await adapter.refresh()) === 'failed') {
        failures += 1
        expect(adapter.problem()).toMatch(/^(?:The file|A record of the file|A number of the file) /)
      }
      if (failures <= round) for (const key of ['85.214.1.1', '::1', 'ffff::1']) await adapter.lookUp(key)
    }
    expect(failures).toBeGreaterThan(0)
    await writeFile(`${path}.whole`, whole)
    await rename(`${path}.whole`, path)
    await adapter.refresh()
    expect(await adapter.lookUp('85.214.1.1')).toMatchObject({ singleValue: '52.5,13.0' })
  })

  test.each([
    [{ check_interval: 2, check_interval_unit: 'SECONDS' }, 2000],
    [{ check_interval: 1, check_interval_unit: 'MILLISECONDS' }, 1000],
    [{ check_interval: 5, check_interval_unit: null }, 300_000],
    [{ check_interval: 0 }, undefined],
  ])('is checked as %j says', async (more, everyMs) => {
    await using adapter = start(more)
    expect(adapter.refreshEveryMs).toBe(everyMs)
  })

  test('is checked before it is configured', async () => {
    expect(await world.validate(maxmindAdapter, configOf({ check_interval: -1 }))).toEqual({
      path: ['The file does not exist.'],
      check_interval: ['Value cannot be smaller than 0'],
    })
    await writeFile(path, '')
    expect(await world.validate(maxmindAdapter, configOf())).toEqual({})
  })
})
