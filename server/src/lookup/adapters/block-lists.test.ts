import { THREAT_INTEL_KEY } from '@logyard/contract/lookup/threat-intelligence'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type AdapterWorld, adapterWorld } from '../../testing/lookup/adapter-world.ts'
import { type HttpSource, startHttpSource, text } from '../../testing/lookup/http-source.ts'
import { abuseChAdapter } from './abuse-ch-adapter.ts'
import { spamhausAdapter } from './spamhaus-adapter.ts'
import { torExitNodeAdapter } from './tor-adapter.ts'

const NODE_A = 'A'.repeat(40)
const NODE_B = 'B'.repeat(40)
const EXITS = `ExitNode ${NODE_A}
Published 2026-11-20 10:00:00
LastStatus 2026-11-20 11:00:00
ExitAddress 192.0.2.7 2026-11-20 11:05:00
ExitAddress 2001:db8::7 2026-11-20 11:05:00
ExitNode ${NODE_B}
ExitAddress 192.0.2.7 2026-11-20 11:05:00
`
const DROP = `; Spamhaus DROP List 2026/11/20 - (c) 2026 The Spamhaus Project
1.10.16.0/20 ; SBL256894
1.10.17.0/24 ; SBL1
nonsense
`
const DROP_6 = '2001:db8::/32 ; SBL77\n'

let world: AdapterWorld
let source: HttpSource
beforeEach(async () => {
  source = await startHttpSource((request, response) => {
    const bodies: Readonly<Record<string, string>> = { '/tor': EXITS, '/drop': DROP, '/drop6': DROP_6 }
    response.end(bodies[request.url ?? ''])
  })
  const at = (path: string) => new URL(path, source.url)
  world = await adapterWorld({ torExitNodes: at('/tor'), spamhausLists: [at('/drop'), at('/drop6')] })
})
afterEach(async () => {
  await source[Symbol.asyncDispose]()
  await world[Symbol.asyncDispose]()
})

/** Adapters are notified of the change when it resolves. */
async function enable({ tor = false, spamhaus = false }: { readonly tor?: boolean; readonly spamhaus?: boolean }) {
  await world.clusterConfig.get(THREAT_INTEL_KEY).replace({
    tor_enabled: tor,
    spamhaus_enabled: spamhaus,
    abusech_ransom_enabled: false,
    otx_enabled: false,
    otx_api_key: null,
  })
  await expect.poll(world.threatIntel.current).toEqual({ tor, spamhaus, abuseCh: false })
}

test('the exit nodes of Tor are found by their addresses', async () => {
  await enable({ tor: true })
  await using adapter = world.start(torExitNodeAdapter, { type: 'torexitnode' })
  expect(adapter.refreshEveryMs).toBe(3_600_000)
  expect([await adapter.refresh(), await adapter.refresh()]).toEqual(['changed', 'unchanged'])
  const ids = [NODE_A, NODE_B]
  expect(await adapter.lookUp('192.0.2.7')).toMatchObject({
    singleValue: ids.join(', '),
    multiValue: { node_ids: ids },
  })
  expect(await adapter.lookUp('2001:db8:0::7')).toMatchObject({
    singleValue: NODE_A,
    multiValue: { node_ids: [NODE_A] },
  })
  for (const key of ['192.0.2.8', 'x', '']) expect(await adapter.lookUp(key)).toMatchObject({ singleValue: null })
})

test('networks of Spamhaus have their addresses', async () => {
  await enable({ spamhaus: true })
  await using adapter = world.start(spamhausAdapter, { type: 'spamhaus-edrop', refresh_interval: 60 })
  expect(adapter.refreshEveryMs).toBe(3_600_000)
  await adapter.refresh()
  const found = (sbl_id: string, subnet: string) => ({ singleValue: true, multiValue: { sbl_id, subnet } })
  expect(await adapter.lookUp('1.10.31.255')).toMatchObject(found('SBL256894', '1.10.16.0/20'))
  expect(await adapter.lookUp('1.10.17.5')).toMatchObject(found('SBL1', '1.10.17.0/24'))
  expect(await adapter.lookUp('2001:db8:1::1')).toMatchObject(found('SBL77', '2001:db8::/32'))
  for (const key of ['1.10.32.0', 'x']) expect(await adapter.lookUp(key)).toMatchObject({ singleValue: false })
})

test('a disabled source is not requested, shows its state, and starts and ends with its setting', async () => {
  await using adapter = world.start(torExitNodeAdapter, { type: 'torexitnode' })
  expect(await adapter.refresh()).toBe('failed')
  expect(adapter.problem()).toBe('The Tor service is disabled. Enable it in System / Configurations.')
  expect(source.requests).toEqual([])
  await enable({ tor: true })
  await expect.poll(adapter.refreshesWanted).toBe(1)
  expect(await adapter.refresh()).toBe('changed')
  await enable({})
  await expect.poll(adapter.refreshesWanted).toBe(2)
  expect(await adapter.refresh()).toBe('failed')
  await expect(adapter.lookUp('192.0.2.7')).rejects.toThrow('no answers')
})

test.each([
  ['an error', text('', 503), 'Request failed: 503 Service Unavailable'],
  ['another document', text('<html>Welcome</html>'), 'The response is not a list of Tor exit nodes'],
] as const)('after %s the old list stays', async (_what, respond, problem) => {
  await enable({ tor: true })
  await using adapter = world.start(torExitNodeAdapter, { type: 'torexitnode' })
  await adapter.refresh()
  source.answer(respond)
  expect(await adapter.refresh()).toBe('failed')
  expect(adapter.problem()).toBe(problem)
  expect(await adapter.lookUp('192.0.2.7')).toMatchObject({ hasError: false })
})

test('the lists of abuse.ch are always in error', async () => {
  await using adapter = world.start(abuseChAdapter, abuseChAdapter.defaultConfig)
  expect(await adapter.refresh()).toBe('failed')
  expect(adapter.problem()).toContain('abuse.ch ended its ransomware blocklists')
  await expect(adapter.lookUp('x')).rejects.toThrow('no answers')
})

test.each([
  [3600, {}],
  [3599, { refresh_interval: ['Value cannot be smaller than 3600'] }],
])('Spamhaus every %d seconds', async (refresh_interval, errors) => {
  expect(await world.validate(spamhausAdapter, { type: 'spamhaus-edrop', refresh_interval })).toEqual(errors)
})
