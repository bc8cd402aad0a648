/** The configuration documents that show what areas store themselves, in a whole server. */
import { CLUSTER_ID_KEY } from '@logyard/contract/cluster/cluster-id'
import { GETTING_STARTED_KEY } from '@logyard/contract/cluster/getting-started'
import { TRUSTED_HEADER_KEY } from '@logyard/contract/identity/trusted-header'
import { RULE_METRICS_KEY } from '@logyard/contract/pipelines/rules'
import { DEFAULT_INDEX_SET_KEY } from '@logyard/contract/store/default-index-set'
import { DEFAULT_VIEW_KEY } from '@logyard/contract/views/default-view'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type AdminCalls, adminCalls, basic, USER_PASSWORD } from '../testing/attack/admin-calls.ts'
import { type ServerProcess, startServer } from '../testing/server-process.ts'

let server: ServerProcess
let api: AdminCalls
beforeAll(async () => {
  server = await startServer()
  api = adminCalls(server.url)
})
afterAll(() => server[Symbol.asyncDispose]())

const pathOf = (key: string) => `/system/cluster_config/${key}`
const read = async (key: string) => {
  const { status, text } = await api.ask('GET', pathOf(key))
  return text === '' ? status : JSON.parse(text)
}
const put = async (key: string, body: unknown, as?: string) => {
  const { status, text } = await api.ask('PUT', pathOf(key), body, as)
  return { status, ...(text === '' ? {} : { body: JSON.parse(text) }) }
}
const reset = async (key: string) => (await api.ask('DELETE', pathOf(key))).status
const keys = async () => (await api.read('/system/cluster_config')).classes

test('the document with the id of the cluster cannot be changed or deleted', async () => {
  const { cluster_id } = await api.read('/')
  expect(await read(CLUSTER_ID_KEY)).toEqual({ cluster_id })
  const refused = { status: 400, body: { message: `Cluster configuration "${CLUSTER_ID_KEY}" cannot be changed.` } }
  expect(await put(CLUSTER_ID_KEY, { cluster_id: 'another' })).toMatchObject(refused)
  expect(await reset(CLUSTER_ID_KEY)).toBe(400)
  expect(await read(CLUSTER_ID_KEY)).toEqual({ cluster_id })
})

test('the guide is hidden in the versions of its document', async () => {
  const isShown = async () => (await api.read('/system/gettingstarted')).show
  expect([await read(GETTING_STARTED_KEY), await isShown()]).toEqual([204, true])
  await api.make('/system/gettingstarted/dismiss', {})
  const { dismissed_in_versions: versions } = await read(GETTING_STARTED_KEY)
  expect([versions, await isShown()]).toEqual([[expect.stringMatching(/^\d+\.\d+$/)], false])
  expect(await put(GETTING_STARTED_KEY, { dismissed_in_versions: ['10.0', '9.1', '9.1'] })).toEqual({
    status: 202,
    body: { dismissed_in_versions: ['9.1', '10.0'] },
  })
  expect(await isShown()).toBe(true)
  for (const bad of [{}, { dismissed_in_versions: ['x'] }, { dismissed_in_versions: [], more: 1 }]) {
    expect((await put(GETTING_STARTED_KEY, bad)).status, JSON.stringify(bad)).toBe(400)
  }
  expect([await reset(GETTING_STARTED_KEY), await read(GETTING_STARTED_KEY)]).toEqual([204, 204])
})

test('the trusted header, the default index set and the measurement of rules are documents too', async () => {
  expect([await read(TRUSTED_HEADER_KEY), await read(RULE_METRICS_KEY)]).toEqual([204, 204])
  const header = { enabled: true, username_header: 'X-User' }
  expect(await put(TRUSTED_HEADER_KEY, header)).toEqual({ status: 202, body: header })
  expect(await api.read('/system/authentication/http-header-auth-config')).toEqual(header)
  expect((await put(TRUSTED_HEADER_KEY, { enabled: true, username_header: 'no header' })).status).toBe(400)
  await reset(TRUSTED_HEADER_KEY)
  expect(await api.read('/system/authentication/http-header-auth-config')).toMatchObject({ enabled: false })

  await put(RULE_METRICS_KEY, { metrics_enabled: true })
  expect(await api.read('/system/pipelines/rule/config/metrics')).toEqual({ metrics_enabled: true })
  await reset(RULE_METRICS_KEY)
  expect(await read(RULE_METRICS_KEY)).toBe(204)

  const { index_sets: sets } = await api.read('/system/indices/index_sets')
  const standard = sets.find((set: { default: boolean }) => set.default).id
  const other = sets.find((set: { default: boolean }) => !set.default).id
  expect(await read(DEFAULT_INDEX_SET_KEY)).toEqual({ default_index_set_id: standard })
  expect(await put(DEFAULT_INDEX_SET_KEY, { default_index_set_id: other })).toMatchObject({ status: 202 })
  expect((await api.read(`/system/indices/index_sets/${other}`)).default).toBe(true)
  expect((await put(DEFAULT_INDEX_SET_KEY, { default_index_set_id: 'none' })).status).toBe(404)
  expect(await reset(DEFAULT_INDEX_SET_KEY)).toBe(400)
  expect(await read(DEFAULT_INDEX_SET_KEY)).toEqual({ default_index_set_id: other })
  await put(DEFAULT_INDEX_SET_KEY, { default_index_set_id: standard })
})

test('the default view is a document while there is one', async () => {
  const view = await api.view('start here', await api.search('', { id: 'a', type: 'messages' }))
  expect(await read(DEFAULT_VIEW_KEY)).toBe(204)
  expect(await keys()).not.toContain(DEFAULT_VIEW_KEY)
  await put(DEFAULT_VIEW_KEY, { default_view_id: view })
  expect(await keys()).toContain(DEFAULT_VIEW_KEY)
  expect((await api.read('/views/default')).id).toBe(view)
  expect((await put(DEFAULT_VIEW_KEY, { default_view_id: 'none' })).status).toBe(404)
  expect([await reset(DEFAULT_VIEW_KEY), await read(DEFAULT_VIEW_KEY)]).toEqual([204, 204])
})

test('these documents need the permissions of what they show', async () => {
  const as = basic('config-editor', USER_PASSWORD)
  await api.make('/users', {
    username: 'config-editor',
    password: USER_PASSWORD,
    email: 'editor@example.org',
    full_name: 'Editor',
    permissions: ['clusterconfigentry'],
  })
  const statusOf = async (method: string, key: string, body?: unknown) =>
    (await api.ask(method, pathOf(key), body, as)).status
  expect(await statusOf('PUT', GETTING_STARTED_KEY, { dismissed_in_versions: [] })).toBe(202)
  expect(await statusOf('GET', TRUSTED_HEADER_KEY)).toBe(403)
  expect(await statusOf('PUT', TRUSTED_HEADER_KEY, { enabled: true })).toBe(403)
  expect(await statusOf('PUT', DEFAULT_INDEX_SET_KEY, { default_index_set_id: 'x' })).toBe(403)
  expect(await statusOf('PUT', RULE_METRICS_KEY, { metrics_enabled: true })).toBe(403)
  expect(await statusOf('PUT', DEFAULT_VIEW_KEY, { default_view_id: 'x' })).toBe(403)
  expect(await statusOf('DELETE', DEFAULT_VIEW_KEY)).toBe(403)
})
