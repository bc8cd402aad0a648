import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { createServer } from 'node:https'
import { join } from 'node:path'
import { sql } from '@logyard/languages/sql/sql'
import { expect, onTestFinished, test } from 'vitest'
import { makeCertificate } from '../../ingest/inputs/transports/make-certificate.ts'
import { readConfig } from '../../platform/config.ts'
import { temporaryFolder } from '../../testing/temporary-folder.ts'
import { createEngineClient } from '../engine/engine-client.ts'
import { clickHouseOf } from './clickhouse-of.ts'

const ofEnv = (env: Record<string, string>) => clickHouseOf(readConfig(env))
const ONE = 'https://logyard:a%2Cb@ch-1.example.org:8443/logs'
const DAY_MS = 86_400_000
const TWO = 'http://logyard:secret@ch-2.example.org:8123/logs'

test('one address is a server, several with the name of their cluster are its replicas', () => {
  expect(ofEnv({})).toBeUndefined()
  expect(ofEnv({ LOGYARD_CLICKHOUSE_URL: ONE })).toEqual({ url: ONE })
  const cluster = { LOGYARD_CLICKHOUSE_CLUSTER: 'logs', LOGYARD_CLICKHOUSE_QUORUM: '2' }
  expect(ofEnv({ LOGYARD_CLICKHOUSE_URL: `${ONE}, ${TWO}`, ...cluster })).toEqual({
    urls: [ONE, TWO],
    cluster: 'logs',
    quorum: 2,
  })
  const skipping = { LOGYARD_CLICKHOUSE_CLUSTER: 'logs', LOGYARD_CLICKHOUSE_MISSING_SHARD: 'skip' }
  expect(ofEnv({ LOGYARD_CLICKHOUSE_URL: ONE, ...skipping })).toMatchObject({ isMissingSkipped: true })
})

test('addresses and files that cannot be used are refused with the name of their setting', () => {
  const several = 'LOGYARD_CLICKHOUSE_CLUSTER: must name the cluster'
  expect(() => ofEnv({ LOGYARD_CLICKHOUSE_URL: `${ONE},${TWO}` })).toThrow(several)
  const skipping = { LOGYARD_CLICKHOUSE_URL: ONE, LOGYARD_CLICKHOUSE_MISSING_SHARD: 'skip' }
  expect(() => ofEnv(skipping)).toThrow('LOGYARD_CLICKHOUSE_MISSING_SHARD: is for a cluster')
  const wrong = { LOGYARD_CLICKHOUSE_URL: `${ONE},ch-2:8123`, LOGYARD_CLICKHOUSE_CLUSTER: 'logs' }
  expect(() => ofEnv(wrong)).toThrow('LOGYARD_CLICKHOUSE_URL: must have addresses such as')
  const missing = { LOGYARD_CLICKHOUSE_URL: ONE, LOGYARD_CLICKHOUSE_CA: '/nowhere/ca.pem' }
  expect(() => ofEnv(missing)).toThrow('LOGYARD_CLICKHOUSE_CA: ENOENT')
})

test('a server with a certificate of an own authority is trusted with its file only', async () => {
  await using folder = await temporaryFolder()
  const { key, certificate: cert } = makeCertificate({
    commonName: 'localhost',
    names: ['localhost'],
    serial: randomBytes(8),
    from: new Date(Date.now() - DAY_MS),
    to: new Date(Date.now() + DAY_MS),
    isAuthority: true,
  })
  const file = join(folder.path, 'ca.pem')
  await writeFile(file, cert)
  const server = createServer({ key, cert }, (_, response) => {
    response.setHeader('x-clickhouse-query-id', 'of a test').end('{"one":1}\n')
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  const address = server.address()
  const url = `https://logyard:secret@localhost:${typeof address === 'object' ? address?.port : 0}/logs`
  const ask = async (env: Record<string, string>) => {
    const found = ofEnv({ LOGYARD_CLICKHOUSE_URL: url, ...env })
    if (found === undefined || !('url' in found)) throw new Error('it is not one server')
    const client = createEngineClient(found)
    try {
      return await (await client.query({ query: sql`SELECT 1 AS one`, format: 'JSONEachRow' })).json()
    } finally {
      await client.close()
    }
  }
  expect(await ask({ LOGYARD_CLICKHOUSE_CA: file })).toEqual([{ one: 1 }])
  await expect(ask({})).rejects.toThrow('unavailable')
})
