import { SEARCHES_CONFIG_KEY } from '@logyard/contract/search/searches-config'
import type { FastifyInstance } from 'fastify'
import { Type } from 'typebox'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createClusterConfig } from '../../cluster-config/cluster-config.ts'
import { defineCollection, type SettingsStore } from '../../platform/settings/settings-store.ts'
import { type IdentityUnderTest, startIdentity } from '../../testing/start-identity.ts'
import { temporarySettings } from '../../testing/temporary-settings.ts'
import { naturalDateRoutes } from '../ranges/natural-date-routes.ts'
import { openSearchesConfig } from './searches-config.ts'

const PATH = `/system/cluster_config/${SEARCHES_CONFIG_KEY}`

async function serveSearchesConfig(api: FastifyInstance, settings: SettingsStore): Promise<void> {
  const clusterConfig = createClusterConfig({ settings })
  await openSearchesConfig({ settings, clusterConfig })
  clusterConfig.routes(api)
}

let logyard: IdentityUnderTest
beforeEach(async () => {
  logyard = await startIdentity({
    startAt: '2021-06-09T14:30:15.250Z',
    async area(api, { settings, clock }) {
      await serveSearchesConfig(api, settings)
      naturalDateRoutes(api, clock)
    },
  })
})
afterEach(() => logyard[Symbol.asyncDispose]())

const CHANGED = {
  query_time_range_limit: 'P30D',
  relative_timerange_options: { PT1H: 'One hour', PT5M: 'Five minutes', PT0S: 'All' },
  surrounding_timerange_options: { PT10S: 'Ten seconds' },
  surrounding_filter_fields: ['host'],
  analysis_disabled_fields: [],
}

test('the default ranges are offered in order', async () => {
  const { status, body } = await logyard.call('GET', PATH)
  expect(status).toBe(200)
  expect(body).toMatchObject({
    query_time_range_limit: 'PT0S',
    surrounding_filter_fields: ['source', 'gl2_source_input', 'file', 'source_file'],
    analysis_disabled_fields: ['message', 'full_message'],
  })
  const { relative_timerange_options: relative, surrounding_timerange_options: surrounding } = Object(body)
  const periods = 'PT5M PT15M PT30M PT1H PT2H PT8H P1D P2D P5D P7D P14D P30D PT0S'
  expect(Object.keys(relative).join(' ')).toBe(periods)
  expect(relative).toMatchObject({ PT1H: 'Search in the last 1 hour', PT0S: 'Search in all messages' })
  expect(Object.keys(surrounding).join(' ')).toBe('PT1S PT5S PT10S PT30S PT1M PT5M')
})

test('a change replaces all settings, keeps their order and is persistent', async () => {
  const changed = await logyard.call('PUT', PATH, { body: CHANGED })
  expect(changed.status).toBe(202)
  expect(changed.text).toBe(JSON.stringify(CHANGED))
  expect((await logyard.call('GET', PATH)).text).toBe(JSON.stringify(CHANGED))
  const { analysis_disabled_fields: _, ...rest } = CHANGED
  const partial = await logyard.call('PUT', PATH, { body: rest })
  expect(partial.body).toEqual({ ...rest, analysis_disabled_fields: ['message', 'full_message'] })
})

test('the configuration of an earlier version is migrated', async () => {
  await using temporary = await temporarySettings()
  const { settings, folder } = temporary
  const schema = Type.Object({ id: Type.String(), config: Type.Unknown() })
  const former = settings.collection(defineCollection({ name: 'searches-config', audit: 'note', schema }))
  await former.put({ id: 'searches', config: CHANGED })
  for (let start = 0; start < 2; start++) {
    await using upgraded = await startIdentity({
      folder,
      area: (api, parts) => serveSearchesConfig(api, parts.settings),
    })
    expect((await upgraded.call('GET', PATH)).text).toBe(JSON.stringify(CHANGED))
    expect(await former.list()).toEqual([])
  }
})

test('deleting the settings restores the defaults', async () => {
  await logyard.call('PUT', PATH, { body: CHANGED })
  for (let times = 0; times < 2; times++) expect((await logyard.call('DELETE', PATH)).status).toBe(204)
  expect((await logyard.call('GET', PATH)).body).toMatchObject({ query_time_range_limit: 'PT0S' })
})

test.each([
  ['nothing', undefined],
  ['a list', []],
  ['a part of it', { query_time_range_limit: 'PT0S' }],
  ['an unknown property', { ...CHANGED, more: 1 }],
  ['a limit that is no period', { ...CHANGED, query_time_range_limit: '30 days' }],
  ['a limit that goes back', { ...CHANGED, query_time_range_limit: '-P1D' }],
  ['an option whose label is too long', { ...CHANGED, relative_timerange_options: { PT1S: 'x'.repeat(1001) } }],
  ['a list of too many fields', { ...CHANGED, surrounding_filter_fields: Array(1001).fill('host') }],
  ['an option that is no period', { ...CHANGED, relative_timerange_options: { soon: 'Soon' } }],
])('%s is refused', async (_what, body) => {
  const answer = await logyard.call('PUT', PATH, body === undefined ? {} : { body })
  expect(answer.status).toBe(400)
  expect(answer.body).toEqual({
    type: 'ApiError',
    message: `Couldn't parse cluster configuration "${SEARCHES_CONFIG_KEY}".`,
  })
})

test('reading, changing and deleting each need a permission', async () => {
  await logyard.addUser('ada', { permissions: ['clusterconfigentry:create'] })
  const as = 'ada:ada-password'
  expect((await logyard.call('GET', PATH, { as })).status).toBe(200)
  expect((await logyard.call('PUT', PATH, { as, body: CHANGED })).status).toBe(403)
  expect((await logyard.call('DELETE', PATH, { as })).status).toBe(403)
})

test('a keyword time range is resolved in UTC', async () => {
  const ask = (text: string) => logyard.call('GET', `/tools/natural_date_tester?string=${encodeURIComponent(text)}`)
  expect((await ask('last 5 minutes')).body).toEqual({ from: '2021-06-09 14:25:15', to: '2021-06-09 14:30:15' })
  expect((await ask('yesterday midnight to today midnight')).body).toEqual({
    from: '2021-06-08 00:00:00',
    to: '2021-06-09 00:00:00',
  })
  const lost = await ask('LOLWUT')
  expect([lost.status, Object(lost.body).type]).toEqual([422, 'ApiError'])
  expect((await ask('')).status).toBe(400)
  const missing = await logyard.call('GET', '/tools/natural_date_tester')
  expect([missing.status, Object(missing.body)[0].path]).toEqual([400, 'string'])
})

test('a client that accepts CSV gets errors as CSV', async () => {
  const answer = await logyard.call('GET', '/system/no_such_path', { headers: { accept: 'text/csv' } })
  expect(answer.status).toBe(404)
  expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8')
  expect(answer.text).toBe('"message"\n"HTTP 404 Not Found"\n')
})
