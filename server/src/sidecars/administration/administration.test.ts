// biome-ignore-all lint/suspicious/noTemplateCurlyInString: templates have this form
/** What administrators do with sidecars, collectors, configurations and variables. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { renderInThread } from '../configurations/render-task.ts'
import { type SidecarsUnderTest, startSidecars } from '../testing/start-sidecars.ts'

const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS

let folder: string
let world: SidecarsUnderTest
let filebeat: string
let winlogbeat: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'logyard-sidecars-'))
  world = await startSidecars({ folder })
  filebeat = await world.collectorId('filebeat')
  winlogbeat = await world.collectorId('winlogbeat', 'windows')
})
afterAll(async () => {
  await world[Symbol.asyncDispose]()
  await rm(folder, { recursive: true, force: true })
})

interface Listed {
  readonly total: number
  readonly pagination: { readonly total: number; readonly count: number }
  readonly sidecars: { readonly node_id: string; readonly collectors: string[] | null; readonly active: boolean }[]
}
const listed = async (query: string): Promise<Listed> => {
  const { status, body, text } = await world.ask('GET', `/sidecars${query}`)
  expect(status, text).toBe(200)
  return body as Listed
}
const administrate = async (body: object): Promise<Listed> => {
  const answer = await world.ask('POST', '/sidecar/administration', body)
  expect(answer.status, answer.text).toBe(200)
  return answer.body as Listed
}
const nodesOf = ({ sidecars }: Listed) => sidecars.map(({ node_id }) => node_id)
const reporting = (status: number, collectors: readonly [string, number][] = []) => ({
  status: {
    status,
    message: `status ${status}`,
    collectors: collectors.map(([collector_id, one]) => ({
      collector_id,
      status: one,
      message: 'm',
      verbose_message: 'v',
    })),
  },
})

function cpuMs(work: () => void): number {
  const before = process.threadCpuUsage()
  work()
  const { user, system } = process.threadCpuUsage(before)
  return (user + system) / 1000
}

test('sidecars are listed, searched, sorted and filtered; silent ones are inactive', async () => {
  await world.agent('old-1', 'zeta').register(reporting(2))
  world.clock.advance(61_000)
  await world.agent('run-1', 'Alpha').register(reporting(0, [[filebeat, 0]]))
  await world.agent('fail-1', 'beta').register(reporting(2, [[filebeat, 2]]))
  await world.agent('win-1', 'gamma').register({ operating_system: 'Windows', ...reporting(3) })
  await world.agent('none-1', 'delta').register()
  await world.agent('mac-1', 'epsilon').register({ operating_system: 'Darwin' })

  const all = await listed('')
  expect(nodesOf(all)).toEqual(['run-1', 'fail-1', 'none-1', 'mac-1', 'win-1', 'old-1'])
  const active = await listed('?only_active=true')
  expect({ total: active.total, matches: active.pagination.total }).toEqual({ total: 6, matches: 5 })
  expect(nodesOf(active)).not.toContain('old-1')
  expect(nodesOf(await listed('?query=status:FAILING'))).toEqual(['fail-1', 'old-1'])
  expect(nodesOf(await listed('?query=status:2'))).toEqual(['fail-1', 'old-1'])
  expect(nodesOf(await listed('?query=status:unknown'))).toEqual(['none-1', 'mac-1'])
  expect(nodesOf(await listed('?query=name:ALPHA'))).toEqual(['run-1'])
  expect(nodesOf(await listed('?query=operating_system:windows'))).toEqual(['win-1'])
  expect(nodesOf(await listed('?query=last_seen:<=2018-04-10'))).toEqual([])
  expect(nodesOf(await listed('?query=last_seen:>2018-04-10&per_page=2&page=2'))).toHaveLength(2)
  expect(nodesOf(await listed('?sort=node_details.operating_system&order=desc'))[0]).toBe('win-1')
  expect(nodesOf(await listed('?sort=id&order=desc&per_page=2'))).toEqual(['mac-1', 'none-1'])
  for (const query of ['status:running,failing', 'last_seen:foo']) {
    const { status, body } = await world.ask('GET', `/sidecars?query=${query}`)
    expect({ query, status }).toEqual({ query, status: 400 })
    expect(body).toMatchObject({ message: expect.stringMatching(/^Invalid argument in search query: /) })
  }
  const whole = await world.ask('GET', '/sidecars/all')
  expect(whole.body).toMatchObject({ query: '', total: 6, only_active: false, sort: null, filters: null })
})

test('the administration list names compatible collectors and applies its filters together', async () => {
  const nxlog = await world.collectorId('nxlog')
  const plain = await administrate({})
  expect(plain).toMatchObject({ query: '', filters: {}, only_active: false, pagination: { page: 1, per_page: 50 } })
  const collectorsOf = (list: Listed, id: string) => list.sidecars.find(({ node_id }) => node_id === id)?.collectors
  expect(collectorsOf(plain, 'run-1')?.toSorted()).toEqual([filebeat, nxlog].toSorted())
  expect(collectorsOf(plain, 'mac-1')).toEqual([])
  const linux = await administrate({ filters: { collector: filebeat } })
  expect(nodesOf(linux)).toEqual(['run-1', 'fail-1', 'none-1', 'old-1'])
  expect(collectorsOf(linux, 'run-1')).toEqual([filebeat])
  expect(nodesOf(await administrate({ filters: { status: '1' } }))).toEqual(['none-1'])
  expect(nodesOf(await administrate({ filters: { status: '0' } }))).toEqual(['run-1'])
  expect(nodesOf(await administrate({ filters: { os: 'WINDOWS' } }))).toEqual(['win-1'])
  expect(nodesOf(await administrate({ filters: { os: 'darwin' } }))).toEqual([])
  const id = await world.configure({ name: 'filtered', collector_id: filebeat })
  await world.ask('PUT', '/sidecars/configurations', {
    nodes: [{ node_id: 'run-1', assignments: [{ collector_id: filebeat, configuration_id: id }] }],
  })
  const assigned = await administrate({ filters: { configuration: id } })
  expect(assigned.sidecars).toMatchObject([{ node_id: 'run-1', collectors: [filebeat] }])
  expect(nodesOf(await administrate({ filters: { configuration: id, collector: nxlog } }))).toEqual([])
  for (const filters of [{ collector: 'gone' }, { configuration: 'gone' }, { status: 'fine' }, { color: 'red' }]) {
    expect((await world.ask('POST', '/sidecar/administration', { filters })).status).toBe(400)
  }
})

test('an assignment is checked whole before anything is stored', async () => {
  const id = await world.configure({ name: 'checked', collector_id: filebeat })
  const assign = (...nodes: object[]) => world.ask('PUT', '/sidecars/configurations', { nodes })
  const good = { node_id: 'none-1', assignments: [{ collector_id: filebeat, configuration_id: id }] }
  const wrong = { node_id: 'fail-1', assignments: [{ collector_id: winlogbeat, configuration_id: id }] }
  const refused = await assign(good, wrong)
  expect({ status: refused.status, body: refused.body }).toMatchObject({
    status: 404,
    body: { message: expect.stringContaining("Configuration doesn't match collector ID") },
  })
  expect((await assign(good, { node_id: 'nobody', assignments: [] })).status).toBe(404)
  expect((await world.ask('GET', '/sidecars/none-1')).body).toMatchObject({ assignments: [] })
  expect((await assign(good)).status).toBe(202)
  expect((await world.ask('GET', '/sidecars/none-1')).body).toMatchObject({ assignments: good.assignments })
  const { body } = await world.ask('GET', `/sidecar/configurations/${id}/sidecars`)
  expect(body).toEqual({ configuration_id: id, sidecar_ids: [expect.stringMatching(/^[0-9a-f]{24}$/)] })
})

test('a collector is checked, copied and deleted; one in use stays', async () => {
  const draft = {
    name: 'fluent-bit',
    service_type: 'exec',
    node_operating_system: 'linux',
    executable_path: '/opt/fluent-bit/bin/fluent-bit',
  }
  const errorsOf = async (changes: object) => {
    const { status, body } = await world.ask('POST', '/sidecar/collectors/validate', { ...draft, ...changes })
    expect(status).toBe(200)
    return Object.keys((body as { errors: object }).errors)
  }
  expect(await errorsOf({})).toEqual([])
  expect(await errorsOf({ service_type: 'svc' })).toEqual(['service_type'])
  expect(await errorsOf({ name: 'a b' })).toEqual(['name'])
  expect(await errorsOf({ executable_path: '/bin/x;y' })).toEqual(['executable_path'])
  expect(await errorsOf({ node_operating_system: 'beos' })).toEqual(['node_operating_system', 'service_type'])
  expect(await errorsOf({ name: 'filebeat' })).toEqual(['name'])
  const created = await world.ask('POST', '/sidecar/collectors', draft)
  const { id } = created.body as { id: string }
  expect({ status: created.status, id }).toEqual({ status: 200, id: expect.stringMatching(/^[0-9a-f]{24}$/) })
  expect((await world.ask('POST', '/sidecar/collectors', draft)).status).toBe(400)
  expect((await world.ask('POST', `/sidecar/collectors/${id}/copied`)).status).toBe(202)
  expect((await world.ask('POST', `/sidecar/collectors/${id}/copied`)).body).toMatchObject({
    failed: true,
    errors: { name: ['Collector "copied" already exists for the "linux" operating system.'] },
  })
  const summary = await world.ask('GET', '/sidecar/collectors/summary?query=operating_system:linux&per_page=0')
  expect(summary.body).toMatchObject({ pagination: { total: 4 }, sort: 'name', order: 'asc' })
  await world.configure({ name: 'of fluent', collector_id: id })
  expect((await world.ask('DELETE', `/sidecar/collectors/${id}`)).body).toMatchObject({
    message: 'Collector still in use, cannot delete.',
  })
  expect((await world.ask('DELETE', '/sidecar/collectors/5f0000000000000000000001')).status).toBe(304)
  expect((await world.ask('PUT', '/sidecar/collectors/5f0000000000000000000001', draft)).status).toBe(404)
  expect((await world.ask('GET', '/sidecar/collectors/not-an-id')).status).toBe(404)
})

test('a configuration is checked with its template; one in use keeps its collector and is not deleted', async () => {
  const draft = { name: 'guarded', collector_id: filebeat, color: '#FFFFFF', template: '${sidecar.nodeId}' }
  const check = async (changes: object) =>
    (await world.ask('POST', '/sidecar/configurations/validate', { ...draft, ...changes })).body
  expect(await check({})).toEqual({ failed: false, errors: {}, error_context: {} })
  expect(await check({ template: '${user.missing}' })).toMatchObject({
    failed: true,
    errors: { template: ['Template error: user.missing has no value (line 1, column 7)'] },
  })
  expect(await check({ name: 'a|b', color: '', collector_id: '', template: '' })).toMatchObject({
    errors: {
      name: [expect.any(String)],
      color: [expect.any(String)],
      collector_id: [expect.any(String)],
      template: [expect.any(String)],
    },
  })
  const id = await world.configure(draft)
  const path = `/sidecar/configurations/${id}`
  await world.ask('PUT', '/sidecars/configurations', {
    nodes: [{ node_id: 'fail-1', assignments: [{ collector_id: filebeat, configuration_id: id }] }],
  })
  expect((await world.ask('PUT', path, { ...draft, collector_id: winlogbeat })).body).toMatchObject({
    message: 'Configuration still in use, cannot change collector type.',
  })
  expect((await world.ask('PUT', path, { ...draft, color: '#000000' })).status).toBe(200)
  expect((await world.ask('DELETE', path)).status).toBe(400)
  expect((await world.ask('POST', `${path}/copy`)).status).toBe(202)
  expect((await world.ask('POST', `${path}/copy`)).body).toMatchObject({
    errors: { name: ['Configuration "copy" already exists'] },
  })
  expect((await world.ask('DELETE', '/sidecar/configurations/5f0000000000000000000001')).status).toBe(304)
  const list = await world.ask('GET', '/sidecar/configurations?query=copy&per_page=0')
  expect(list.body).toMatchObject({ pagination: { total: 1 }, configurations: [{ name: 'copy', tags: [] }] })
})

test('a copy may have a longer name than the API accepts in a body, and the lists go on', async () => {
  const id = await world.configure({ name: 'to be copied', collector_id: filebeat })
  expect((await world.ask('POST', `/sidecar/configurations/${id}/${'a'.repeat(1100)}`)).status).toBe(202)
  expect((await world.ask('GET', '/sidecar/configurations')).status).toBe(200)
})

test('a preview renders with placeholders or for a sidecar, and names the error and its place', async () => {
  const preview = (body: object) => world.ask('POST', '/sidecar/configurations/render/preview', body)
  expect((await preview({ template: '${sidecar.nodeId}' })).body).toEqual({ preview: '<node id>\n' })
  expect((await preview({ template: '${sidecar.nodeName}', node_id: 'run-1' })).body).toEqual({ preview: 'Alpha\n' })
  const failed = await preview({ template: 'a\n${user.missing}' })
  expect({ status: failed.status, body: failed.body }).toMatchObject({
    status: 400,
    body: { message: 'Could not render template preview: user.missing has no value (line 2, column 7)' },
  })
  expect((await preview({ template: 'a', node_id: 'nobody' })).status).toBe(404)
  await world.addUser('previewer', { permissions: ['sidecar_collector_configurations:read'] })
  const as = await world.signIn('previewer')
  const peeking = { template: '${sidecar.nodeName}', node_id: 'run-1' }
  expect((await world.ask('POST', '/sidecar/configurations/render/preview', peeking, { as })).status).toBe(403)
})

test('templates are parsed and rendered in a thread, and tokens of agents try none', async () => {
  const preview = (template: string, request = {}) =>
    world.ask('POST', '/sidecar/configurations/render/preview', { template }, request)
  await preview('warm')
  for (const template of [`${'\n'.repeat(490_000)}\${x}`, '${1}'.repeat(120_000), '${'.repeat(240_000)]) {
    const ownMs = cpuMs(() => renderInThread({ template, data: {}, included: new Map() }))
    const before = process.threadCpuUsage()
    const answers = await Promise.all([1, 2, 3, 4].map(() => preview(template)))
    const { user, system } = process.threadCpuUsage(before)
    for (const { status } of answers) expect([200, 400]).toContain(status)
    // Four of them, with their bodies read and checked.
    expect((user + system) / 1000, template.slice(0, 10)).toBeLessThan(4 * Math.max(ownMs / 2, 50))
  }
  const agent = await preview('a', { as: world.as })
  expect(agent.status).toBe(403)
  const check = { name: 'x', template: 'a' }
  expect((await world.ask('POST', '/sidecar/configurations/validate', check, { as: world.as })).status).toBe(403)
})

test('a configuration that includes others is rendered with them, and not with too many', async () => {
  const preview = (template: string) => world.ask('POST', '/sidecar/configurations/render/preview', { template })
  const inner = await world.configure({ name: 'inner', collector_id: filebeat, template: 'inner' })
  const outer = await world.configure({ name: 'outer', collector_id: filebeat, template: `<#include "${inner}">` })
  expect((await preview(`<#include "${outer}"><#include "${inner}">`)).body).toMatchObject({
    preview: expect.stringMatching(/^inner\s*inner\n$/),
  })
  const missing = (await preview('<#include "nothing">')).body
  expect(missing).toMatchObject({ message: expect.stringContaining('There is no configuration with the id "nothing"') })
  const many = '<#list 1..200 as n><#attempt><#include "c${n}"><#recover></#attempt></#list>'
  expect((await preview(many)).body).toMatchObject({
    message: expect.stringContaining('includes more than 100 others'),
  })
  for (const id of [outer, inner]) await world.ask('DELETE', `/sidecar/configurations/${id}`)
})

test('a variable keeps its name in all templates, and one in use is not deleted', async () => {
  const create = (draft: object) => world.ask('POST', '/sidecar/configuration_variables', draft)
  const { id } = (await create({ name: 'a', content: 'x' })).body as { id: string }
  expect((await create({ name: 'a', content: 'y' })).body).toMatchObject({
    errors: { name: ['A variable with that name already exists.'] },
  })
  for (const name of ['1x', 'a-b', '']) expect((await create({ name, content: 'y' })).status).toBe(400)
  const user = await world.configure({ name: 'user of a', collector_id: filebeat, template: '${user.a} ${user.a!}' })
  expect((await world.ask('GET', `/sidecar/configuration_variables/${id}/configurations`)).body).toMatchObject([
    { id: user },
  ])
  const renamed = await world.ask('PUT', `/sidecar/configuration_variables/${id}`, { id: '', name: 'b', content: 'x' })
  expect(renamed.body).toEqual({ id, name: 'b', description: null, content: 'x' })
  expect((await world.ask('GET', `/sidecar/configurations/${user}`)).body).toMatchObject({
    template: '${user.b} ${user.a!}',
  })
  expect((await world.ask('DELETE', `/sidecar/configuration_variables/${id}`)).body).toMatchObject({
    errors: { name: ['Variable is still used in the following configurations: user of a'] },
  })
  await world.ask('DELETE', `/sidecar/configurations/${user}`)
  expect((await world.ask('DELETE', `/sidecar/configuration_variables/${id}`)).status).toBe(202)
  expect((await world.ask('DELETE', `/sidecar/configuration_variables/${id}`)).status).toBe(404)
})

test('a restart loses nothing; silent sidecars are marked, expired ones and orphaned records are deleted', async () => {
  await world.agent('stays', 'stays').register(reporting(0, [[filebeat, 0]]))
  const nxlog = await world.collectorId('nxlog')
  const changed = { name: 'filebeat', service_type: 'exec', node_operating_system: 'linux', executable_path: '/own' }
  await world.ask('PUT', `/sidecar/collectors/${filebeat}`, changed)
  await world.ask('DELETE', `/sidecar/collectors/${nxlog}`)
  world.clock.advance(2 * MINUTE_MS)
  const now = world.clock.now().getTime()
  const role = `/roles/${encodeURIComponent('Sidecar System (Internal)')}/members/graylog-sidecar`
  expect((await world.ask('DELETE', role)).status).toBe(204)
  expect((await world.agent('locked-out').register()).status).toBe(403)
  await world[Symbol.asyncDispose]()

  world = await startSidecars({ folder })
  world.clock.advance(now - world.clock.now().getTime())
  const { body } = await world.ask('GET', '/sidecar/collectors')
  expect(body).toMatchObject({
    collectors: expect.arrayContaining([expect.objectContaining({ executable_path: '/own' })]),
  })
  expect(await world.collectorId('nxlog')).not.toBe(nxlog)
  expect(nodesOf(await listed('?per_page=0'))).toContain('stays')
  // The user of agents got its role back.
  expect((await world.agent('locked-out').register()).status).toBe(202)

  world.clock.advance(11 * MINUTE_MS)
  await expect
    .poll(async () => {
      // A look at the sidecars that was under way does not look again.
      world.clock.advance(1000)
      return (await world.ask('GET', '/sidecars/stays')).body
    })
    .toMatchObject({
      active: false,
      node_details: {
        status: {
          status: 1,
          message: 'Received no ping signal from sidecar',
          collectors: [{ status: 1, message: 'Received no ping signal from sidecar', verbose_message: '' }],
        },
      },
    })
  expect((await world.ask('GET', '/sidecars/fail-1')).body).toMatchObject({ node_details: { status: { status: 2 } } })
  world.clock.advance(15 * DAY_MS)
  await expect
    .poll(async () => {
      world.clock.advance(1000)
      return (await world.ask('GET', '/sidecars/stays')).status
    })
    .toBe(404)
  expect((await listed('')).total).toBe(0)
})

test('a clock that is a year ahead for a while deletes no sidecar', async () => {
  let isClockSteady = true
  await using other = await startSidecars({ isClockSteady: () => isClockSteady })
  await other.agent('stays').register()
  const status = async () => (await other.ask('GET', '/sidecars/stays')).status
  isClockSteady = false
  other.clock.setBy(365 * DAY_MS)
  for (let minutes = 0; minutes < 11; minutes += 1) {
    other.clock.advance(MINUTE_MS)
    expect(await status()).toBe(200)
  }
  other.clock.setBy(-365 * DAY_MS)
  isClockSteady = true
  other.clock.advance(11 * MINUTE_MS)
  expect(await status()).toBe(200)
  other.clock.advance(15 * DAY_MS)
  await expect.poll(status).toBe(404)
})
