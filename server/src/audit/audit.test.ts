/** The audit log as an auditor reads it, and as a hostile user would like it to be. */

import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { AuditEntry } from '@logyard/contract/audit/audit-entry'
import { Type } from 'typebox'
import { Value } from 'typebox/value'
import { expect, test, vi } from 'vitest'
import { areSettingsFiles } from '../testing/settings-of-folder.ts'
import { type ApiRequest, type IdentityUnderTest, startIdentity } from '../testing/start-identity.ts'

const Page = Type.Object({
  total: Type.Integer(),
  next: Type.Union([Type.Integer(), Type.Null()]),
  entries: Type.Array(AuditEntry),
})
const WAIT = { timeout: 60_000 }

async function pageOf(logyard: IdentityUnderTest, query = '', request: ApiRequest = {}) {
  const answer = await logyard.call('GET', `/logyard/audit/entries?limit=200&${query}`, request)
  expect(answer.status, answer.text).toBe(200)
  return Value.Parse(Page, answer.body)
}

const entriesOf = async (logyard: IdentityUnderTest, query: string) => (await pageOf(logyard, query)).entries

/** Refusals are stored within a second. */
const eventually = (logyard: IdentityUnderTest, check: () => Promise<void>) =>
  vi.waitFor(async () => {
    // Again each time: the log skips a tick while it stores.
    logyard.clock.advance(1000)
    await check()
  }, WAIT)

test('a change has its entry at once: user, target, address, outcome, and what changed without secrets', async () => {
  await using logyard = await startIdentity()
  const id = await logyard.addUser('ada')
  const as = 'ada:ada-password'
  const headers = { 'User-Agent': `agent ${'x'.repeat(500)}` }
  const body = { old_password: 'ada-password', password: 'a new secret' }
  const changed = await logyard.call('PUT', '/users/ada/password', { as, body, headers, from: '192.0.2.7' })
  expect(changed.status).toBe(204)
  const [entry] = await entriesOf(logyard, 'event=user:change-password')
  expect(entry).toMatchObject({
    at: '2026-03-01T09:00:00.000Z',
    count: 1,
    outcome: 'done',
    status: 204,
    operation: 'users.change_password',
    username: 'ada',
    user_id: id,
    credential: 'password',
    entity_type: 'user',
    entity_id: id,
    entity_title: 'ada',
    changes: [{ type: 'user', id, kind: 'changed', fields: [{ field: 'password_hash', before: '********' }] }],
    client_address: '192.0.2.7',
    node_id: '5ca1ab1e-0000-4000-8000-000000000001',
  })
  expect(entry?.user_agent).toHaveLength(200)
  const everything = JSON.stringify(await pageOf(logyard))
  expect(everything).not.toContain('a new secret')
  expect(everything).not.toContain('ada-password')
})

test('before and after of changed fields are shown; created and deleted entities are named', async () => {
  await using logyard = await startIdentity()
  const id = await logyard.addUser('ada')
  await logyard.call('PUT', `/users/${id}`, { body: { full_name: 'Ada King' } })
  expect((await logyard.call('DELETE', '/users/ada')).status).toBe(204)
  const [deleted, updated, created] = await entriesOf(logyard, `entity_type=user&entity_id=${id}`)
  expect(created).toMatchObject({ event: 'user:create', status: 201, entity_title: 'ada', username: 'admin' })
  expect(updated?.changes[0]?.fields).toContainEqual({
    field: 'full_name',
    before: '"ada Example"',
    after: '"Ada King"',
  })
  expect(deleted).toMatchObject({ event: 'user:delete', changes: [{ kind: 'deleted', title: 'ada' }] })
})

test('refused and invalid requests are listed; reading and requests without credentials are not', async () => {
  await using logyard = await startIdentity()
  await logyard.addUser('ada')
  const as = 'ada:ada-password'
  expect((await logyard.call('GET', '/users/ada', { as })).status).toBe(200)
  expect((await logyard.call('DELETE', '/users/ada', { as: '' })).status).toBe(401)
  expect(
    (await logyard.call('POST', '/roles', { body: { name: 'x', description: '', permissions: [], y: 1 } })).status,
  ).toBe(400)
  expect((await logyard.call('DELETE', '/users/ada', { as })).status).toBe(403)
  expect((await logyard.call('DELETE', '/users/nobody')).status).toBe(404)
  await eventually(logyard, async () => {
    const refused = await entriesOf(logyard, 'outcome=refused,failed')
    expect(refused.map(({ event, username, status }) => [event, username, status])).toEqual([
      ['user:delete', 'admin', 404],
      ['user:delete', 'ada', 403],
      ['role:create', 'admin', 400],
    ])
  })
  expect((await entriesOf(logyard, 'user=ada')).map(({ event }) => event)).toEqual(['user:delete'])
})

test('signing in is listed as the user; refused passwords are counted, with the name only of a user', async () => {
  await using logyard = await startIdentity()
  await logyard.addUser('ada')
  const session = await logyard.signIn('ada')
  for (const as of ['ada:wrong', 'ada:wrong again', 'my secret typed as a name:x']) {
    expect((await logyard.call('GET', '/users', { as, from: '192.0.2.9' })).status).toBe(401)
  }
  const body = { username: 'ada', password: 'wrong once more' }
  expect((await logyard.call('POST', '/system/sessions', { as: '', body, from: '192.0.2.9' })).status).toBe(401)
  logyard.clock.advance(60_000)
  const facts = async () =>
    (await entriesOf(logyard, 'event=session:*')).map(({ event, username, target, count, status }) =>
      JSON.stringify([event, username, target, count, status]),
    )
  await eventually(logyard, async () =>
    expect((await facts()).sort()).toEqual([
      '["session:create","ada",{},1,200]',
      '["session:refuse",null,{"username":"ada"},1,401]',
      '["session:refuse",null,{"username":"ada"},2,401]',
      '["session:refuse",null,{},1,401]',
    ]),
  )
  const everything = JSON.stringify(await pageOf(logyard))
  expect(everything).not.toContain(session.split(':')[0])
  expect(everything).not.toContain('secret')
})

test('entries name the session and the token of a caller, but hold neither', async () => {
  await using logyard = await startIdentity()
  await logyard.addUser('ada')
  const session = await logyard.signIn('ada')
  const created = await logyard.call('POST', '/users/ada/tokens/script', { as: session })
  const token: string = Object(created.body).token
  await logyard.call('PUT', '/users/ada/preferences', { as: `${token}:token`, body: { preferences: { a: 1 } } })
  expect((await logyard.call('DELETE', `/users/ada/tokens/${token}`)).status).toBe(204)
  expect((await logyard.call('DELETE', `/system/sessions/${session.split(':')[0]}`, { as: session })).status).toBe(204)
  const [signedOut, removed, used, made, signedIn] = await entriesOf(
    logyard,
    'event=session:*,token:*,user:update-preferences',
  )
  expect(signedIn).toMatchObject({ event: 'session:create', credential: 'password', session: signedOut?.session })
  expect(made).toMatchObject({ event: 'token:create', credential: 'session', session: signedOut?.session })
  expect(made?.session).toMatch(/^[0-9a-f]{12}$/)
  expect(used).toMatchObject({ credential: 'token', token_name: 'script', session: null })
  expect(removed).toMatchObject({ event: 'token:delete', target: { userId: 'ada' }, entity_title: 'script' })
  const everything = JSON.stringify(await pageOf(logyard))
  for (const secret of [token, session.split(':')[0]]) expect(everything).not.toContain(secret)
})

test('refusals of a user who fills the log are counted in a bounded number of entries', async () => {
  await using logyard = await startIdentity()
  await logyard.addUser('mallory')
  const calls = 340
  for (let number = 0; number < calls; number += 1) {
    const path = `/users/victim-${number}${'x'.repeat(500)}`
    expect((await logyard.call('DELETE', path, { as: 'mallory:mallory-password' })).status).toBe(403)
  }
  logyard.clock.advance(60_000)
  await eventually(logyard, async () => {
    const first = await pageOf(logyard, 'user=mallory')
    const rest = await pageOf(logyard, `user=mallory&before=${first.next ?? 1}`)
    const entries = [...first.entries, ...rest.entries]
    expect(entries.reduce((sum, { count }) => sum + count, 0)).toBe(calls)
    expect(entries).toHaveLength(202)
    expect(Math.max(...entries.map(({ target }) => JSON.stringify(target).length))).toBeLessThan(250)
  })
})

test('changes of a user who makes very many are counted too, and each is counted', async () => {
  await using logyard = await startIdentity({ audit: { changesOfUserPerHour: 5 } })
  await logyard.addUser('mallory')
  for (let number = 1; number <= 12; number += 1) {
    const request = { as: 'mallory:mallory-password', body: { preferences: { number } } }
    await logyard.call('PUT', '/users/mallory/preferences', request)
  }
  const entries = await entriesOf(logyard, 'user=mallory')
  expect(entries.map(({ count }) => count)).toEqual([7, 1, 1, 1, 1, 1])
})

test('filters, pages and times find the same entries as reading all of them', async () => {
  await using logyard = await startIdentity()
  for (const name of ['ada', 'bob', 'cyd']) {
    await logyard.addUser(name)
    logyard.clock.advance(3_600_000)
  }
  const { entries: all, total } = await pageOf(logyard)
  expect(all.map(({ sequence }) => sequence)).toEqual(Array.from({ length: total }, (_, at) => total - at))
  const paged: AuditEntry[] = []
  for (let before = total + 1; ; ) {
    const answer = await logyard.call('GET', `/logyard/audit/entries?limit=2&before=${before}`)
    const page = Value.Parse(Page, answer.body)
    paged.push(...page.entries)
    if (page.next === null) break
    before = page.next
  }
  expect(paged).toEqual(all)
  const titles = async (query: string) => (await entriesOf(logyard, query)).map(({ entity_title }) => entity_title)
  expect(await titles('event=user:create&user=admin')).toEqual(['cyd', 'bob', 'ada'])
  expect(await titles('event=user:*&user=admin&from=2026-03-01T10:00:00Z&to=2026-03-01T11:00:00Z')).toEqual(['bob'])
  expect(await titles('query=BO&entity_type=user')).toEqual(['bob'])
  expect(await titles('query=%25')).toEqual([])
  expect(await titles('user=system&event=user:create')).not.toEqual([])
  expect((await logyard.call('GET', '/logyard/audit/entries?from=yesterday')).body).toMatchObject({
    message: 'from must be an instant like 2026-03-01T09:00:00Z',
  })
  expect((await logyard.call('GET', '/logyard/audit/entries?outcome=odd')).status).toBe(400)
})

test('the history of an entity has the entries of others that belong to it', async () => {
  await using logyard = await startIdentity()
  const ada = await logyard.addUser('ada')
  const bob = await logyard.addUser('bob')
  for (const id of [ada, bob]) expect((await logyard.call('POST', `/users/${id}/tokens/script`)).status).toBe(200)
  const history = async (id: string) =>
    (await entriesOf(logyard, `entity_id=${id}&user=admin`)).map(({ event }) => event)
  expect(await history(ada)).toEqual(['token:create', 'user:create'])
  expect(await history(ada.slice(0, -1))).toEqual([])
})

test('the log needs its permissions, and no operation of the API changes it', async () => {
  await using logyard = await startIdentity()
  await logyard.addUser('ada')
  await logyard.addUser('reader', { permissions: ['auditentries:read'] })
  await logyard.addUser('auditor', { roles: ['Reader', 'Auditor'] })
  const statusOf = async (method: string, path: string, name: string) => {
    const as = name === '' ? '' : `${name}:${name}-password`
    const body = method === 'POST' ? { format: 'csv' } : undefined
    return (await logyard.call(method, `/logyard/audit/${path}`, { as, ...(body === undefined ? {} : { body }) }))
      .status
  }
  const statuses: Record<string, readonly number[]> = {}
  for (const name of ['', 'ada', 'reader', 'auditor']) {
    statuses[name] = [await statusOf('GET', 'entries', name), await statusOf('POST', 'export', name)]
  }
  expect(statuses).toEqual({ '': [401, 401], ada: [403, 403], reader: [200, 403], auditor: [200, 200] })
  expect((await logyard.call('DELETE', '/logyard/audit/entries')).status).toBe(405)
  expect((await logyard.call('GET', '/logyard/audit/entries?limit=0')).status).toBe(400)
})

test('an export has the entries of the filter, the oldest first, and is recorded itself', async () => {
  await using logyard = await startIdentity()
  for (const name of ['ada', 'bob']) await logyard.addUser(name, { full_name: '=1+1' })
  const ask = (body: object) =>
    logyard.call('POST', '/logyard/audit/export', { body: { event: 'user:create', user: 'admin', ...body } })
  const lines = (await ask({ format: 'ndjson' })).text.trim().split('\n')
  expect(lines.map((line) => JSON.parse(line).entity_title)).toEqual(['ada', 'bob'])
  const csv = await ask({ format: 'csv' })
  const [head = '', ...rows] = csv.text.trim().split('\r\n')
  expect(head).toContain('"sequence","at","last_at"')
  expect(rows).toHaveLength(2)
  expect(csv.headers.get('content-disposition')).toBe('attachment; filename="audit-log.csv"')
  expect(await entriesOf(logyard, 'event=audit-log:export')).toMatchObject([{ outcome: 'done' }, { outcome: 'done' }])
})

test.runIf(areSettingsFiles)('entries that are changed, removed or cut off in the file break the seals', async () => {
  await using logyard = await startIdentity()
  await logyard.addUser('ada')
  const verify = async () => Object((await logyard.call('POST', '/logyard/audit/verify')).body)
  await eventually(logyard, async () => expect(await verify()).toMatchObject({ is_intact: true, unsealed: 0 }))
  const { last_sealed: last } = await verify()
  using file = new DatabaseSync(join(logyard.folder, 'settings.db'))
  const damage = async (sql: string) => {
    file.exec(`BEGIN; ${sql}`)
    file.exec('COMMIT')
    return verify()
  }
  file.exec('CREATE TABLE saved AS SELECT * FROM entry_body; CREATE TABLE saved_entry AS SELECT * FROM entry')
  const restore = () =>
    file.exec('REPLACE INTO entry_body SELECT * FROM saved; REPLACE INTO entry SELECT * FROM saved_entry')
  expect(await damage("UPDATE entry_body SET body = replace(body, 'ada', 'eve')")).toMatchObject({ is_intact: false })
  restore()
  expect(await verify()).toMatchObject({ is_intact: true })
  expect(await damage("UPDATE entry SET username = 'eve' WHERE sequence = 2")).toMatchObject({ is_intact: false })
  restore()
  expect(await damage('DELETE FROM entry WHERE sequence = 2')).toMatchObject({ is_intact: false })
  restore()
  expect(await damage(`DELETE FROM entry WHERE sequence = ${last}`)).toMatchObject({ is_intact: false })
  restore()
  expect(await damage('DELETE FROM entry WHERE sequence = 1')).toMatchObject({ is_intact: false })
})

test('old entries are deleted in whole seals, which leaves an entry, and the rest still verifies', async () => {
  await using logyard = await startIdentity({ area: async (api, parts) => parts.clusterConfig.routes(api) })
  for (let number = 0; number < 12; number += 1) {
    await logyard.addUser(`user-${number}`)
    for (let second = 0; second < 6; second += 1) logyard.clock.advance(1000)
    await vi.waitFor(async () => {
      logyard.clock.advance(1000)
      expect((await logyard.settings.entryLog.lastSeal())?.lastSequence).toBe(
        (await logyard.settings.entryLog.bounds()).last,
      )
    }, WAIT)
  }
  const before = await logyard.settings.entryLog.bounds()
  const key = '/system/cluster_config/org.logyard.audit.AuditLogSettings'
  expect((await logyard.call('PUT', key, { body: { max_age_days: 0, max_bytes: 1 } })).status).toBe(400)
  expect((await logyard.call('PUT', key, { body: { max_age_days: 2, max_bytes: 1_000_000 } })).status).toBe(202)
  logyard.clock.advance(3 * 86_400_000)
  await vi.waitFor(async () => {
    logyard.clock.advance(600_000)
    expect(await entriesOf(logyard, 'event=audit-log:delete')).not.toEqual([])
  }, WAIT)
  const { entries } = await pageOf(logyard, 'event=audit-log:delete')
  expect(entries.at(-1)).toMatchObject({ username: 'system', target: { first: '1' } })
  const { first, bytes } = await logyard.settings.entryLog.bounds()
  expect(first).toBeGreaterThan(before.last - 1)
  expect(bytes).toBeGreaterThan(0)
  expect(bytes).toBeLessThan(before.bytes)
  await eventually(logyard, async () =>
    expect((await logyard.call('POST', '/logyard/audit/verify')).body).toMatchObject({
      is_intact: true,
      unsealed: 0,
      first,
    }),
  )
})

test('the log goes on after a restart, and an operation that had begun is marked as interrupted', async () => {
  await using former = await startIdentity()
  await former.addUser('ada')
  const { entryLog } = former.settings
  const [entry] = await entriesOf(former, 'event=user:create&user=admin')
  const { sequence: _sequence, ...body } = { ...entry, outcome: 'started', event: 'index:delete', status: null }
  const facts = {
    event: 'index:delete',
    actor: '',
    username: 'admin',
    outcome: 'started',
    entityType: 'index',
    entityId: 'graylog_0',
    title: '',
    address: '',
  }
  // As a server leaves it that is killed while it deletes an index.
  await entryLog.write([{ entry: { atMs: 0, facts, body: JSON.stringify(body) } }])
  await using logyard = await startIdentity({ folder: former.folder })
  expect(await entriesOf(logyard, 'outcome=interrupted')).toMatchObject([{ event: 'index:delete', status: null }])
  expect((await entriesOf(logyard, 'event=user:create&user=admin')).map(({ entity_title }) => entity_title)).toEqual([
    'ada',
  ])
})
