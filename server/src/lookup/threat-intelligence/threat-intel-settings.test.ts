import { THREAT_INTEL_KEY } from '@logyard/contract/lookup/threat-intelligence'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createClusterConfig } from '../../cluster-config/cluster-config.ts'
import { type IdentityUnderTest, startIdentity } from '../../testing/start-identity.ts'
import { createThreatIntelSettings, type ThreatIntelSettings } from './threat-intel-settings.ts'

let logyard: IdentityUnderTest
let threatIntel: ThreatIntelSettings & Disposable
beforeEach(async () => {
  logyard = await startIdentity({
    async area(api, { settings }) {
      const clusterConfig = createClusterConfig({ settings })
      clusterConfig.routes(api)
      threatIntel = await createThreatIntelSettings({ clusterConfig })
    },
  })
  await logyard.addUser('reader')
})
afterEach(async () => {
  threatIntel[Symbol.dispose]()
  await logyard[Symbol.asyncDispose]()
})

const PATH = `/system/cluster_config/${THREAT_INTEL_KEY}`
const NONE = { tor_enabled: false, spamhaus_enabled: false, abusech_ransom_enabled: false, otx_enabled: false }

test('no source is enabled before an administrator enables it', async () => {
  expect((await logyard.call('GET', PATH)).body).toEqual({ ...NONE, otx_api_key: null })
  expect(threatIntel.current()).toEqual({ tor: false, spamhaus: false, abuseCh: false })
  const body = { ...NONE, tor_enabled: true, abusech_ransom_enabled: true }
  expect(await logyard.call('PUT', PATH, { body })).toMatchObject({ status: 202, body: { ...body, otx_api_key: null } })
  await expect.poll(threatIntel.current).toEqual({ tor: true, spamhaus: false, abuseCh: true })
})

test('the API key is never answered, and only a null or another key replaces it', async () => {
  await logyard.call('PUT', PATH, { body: { ...NONE, otx_api_key: 'open sesame' } })
  const shown = await logyard.call('GET', PATH, { as: 'reader:reader-password' })
  expect(shown.body).toEqual({ ...NONE, otx_api_key: '<password set>' })
  await logyard.call('PUT', PATH, { body: { ...Object(shown.body), tor_enabled: true } })
  expect(await threatIntel.otxApiKey()).toBe('open sesame')
  expect(JSON.stringify(threatIntel.current())).not.toContain('sesame')
  await logyard.call('PUT', PATH, { body: { ...NONE, otx_api_key: null } })
  expect(await threatIntel.otxApiKey()).toBeNull()
})

test.each([[{}], [{ ...NONE, more: 1 }], [{ ...NONE, tor_enabled: 'yes' }]])(
  'the document %j is refused',
  async (body) => {
    expect((await logyard.call('PUT', PATH, { body })).status).toBe(400)
  },
)
