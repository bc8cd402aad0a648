import { rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { GEOIP_CONFIG_KEY } from '@logyard/contract/lookup/geoip-config'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createClusterConfig } from '../../cluster-config/cluster-config.ts'
import { systemClock } from '../../platform/clock.ts'
import { createLog } from '../../platform/log.ts'
import { writeMaxmindDatabase } from '../../testing/lookup/write-maxmind-database.ts'
import { type IdentityUnderTest, startIdentity } from '../../testing/start-identity.ts'
import { temporaryFolder } from '../../testing/temporary-folder.ts'
import { createAdapterFiles } from '../adapters/adapter-files.ts'
import { createGeoIp, type GeoIp } from './geoip-settings.ts'

let logyard: IdentityUnderTest
let geoIp: GeoIp
let folder: Awaited<ReturnType<typeof temporaryFolder>>
let path: string
let changes: number
beforeEach(async () => {
  folder = await temporaryFolder()
  path = join(folder.path, 'city.mmdb')
  changes = 0
  logyard = await startIdentity({
    async area(api, { settings }) {
      const clusterConfig = createClusterConfig({ settings })
      clusterConfig.routes(api)
      const files = createAdapterFiles([])
      geoIp = await createGeoIp({ clusterConfig, files, clock: systemClock, log: createLog('off') })
      geoIp.onChange(() => {
        changes += 1
      })
    },
  })
})
afterEach(async () => {
  await geoIp[Symbol.asyncDispose]()
  await logyard[Symbol.asyncDispose]()
  await folder[Symbol.asyncDispose]()
})

const KEY_PATH = `/system/cluster_config/${GEOIP_CONFIG_KEY}`
const configOf = (more: object = {}) => ({ enabled: true, db_type: 'MAXMIND_CITY', db_path: path, ...more })
const put = (body: unknown) => logyard.call('PUT', KEY_PATH, { body })
const databaseFile = (type: string, country: string) =>
  writeMaxmindDatabase({ type, networks: [{ address: [9, 0, 0, 0], bits: 8, value: { country } }] })

test('the configuration is empty at first, and then names a database that all threads share', async () => {
  expect((await logyard.call('GET', KEY_PATH)).status).toBe(204)
  expect(geoIp.database()).toBeUndefined()
  await writeFile(path, databaseFile('GeoLite2-City', 'DE'))
  expect(await put({ ...configOf(), unknown: 1 })).toMatchObject({ status: 202, body: configOf() })
  await expect.poll(() => geoIp.database()?.type).toBe('MAXMIND_CITY')
  expect(geoIp.database()?.bytes).toBeInstanceOf(SharedArrayBuffer)
  // Left out, it is disabled.
  await put(configOf({ enabled: undefined }))
  await expect.poll(geoIp.database).toBeUndefined()
  expect(changes).toBe(2)
})

test('a changed file is read again, and a bad one keeps the old data', async () => {
  await writeFile(path, databaseFile('GeoLite2-City', 'DE'))
  await put(configOf())
  await geoIp.refresh()
  const first = geoIp.database()
  await geoIp.refresh()
  await writeFile(path, 'damaged')
  await geoIp.refresh()
  await rm(path)
  await geoIp.refresh()
  expect(geoIp.database()).toBe(first)
  await writeFile(`${path}.new`, databaseFile('GeoLite2-City', 'US'))
  await rename(`${path}.new`, path)
  await geoIp.refresh()
  expect(geoIp.database()).not.toBe(first)
  expect(changes).toBe(2)
})

test.each([
  ['a file that does not exist', undefined, 'The database cannot be used: The file does not exist.'],
  [
    'a file that is not a database',
    Buffer.from('x'),
    'The database cannot be used: The file is not a MaxMind database',
  ],
  [
    'a database of another type',
    databaseFile('GeoLite2-ASN', 'DE'),
    'The database cannot be used: The file is a database of type GeoLite2-ASN, which does not have the data of MAXMIND_CITY',
  ],
])('%s is refused if the processor is enabled', async (_what, bytes, message) => {
  if (bytes !== undefined) await writeFile(path, bytes)
  expect(await put(configOf())).toMatchObject({ status: 400, body: { type: 'ApiError', message } })
  expect((await logyard.call('GET', KEY_PATH)).status).toBe(204)
  expect((await put(configOf({ enabled: false }))).status).toBe(202)
})

test.each([[{ db_type: 'OTHER' }], [{ enabled: 'yes' }], [{ db_path: 7 }]])(
  'the configuration %j is refused',
  async (more) => {
    expect((await put(configOf(more))).status).toBe(400)
  },
)
