/** The audit log as an administrator reads it, and as a hostile user would like it to be. */
import { AuditEntry } from '@logyard/contract/audit/audit'
import { Type } from 'typebox'
import { Value } from 'typebox/value'
import { expect, test, vi } from 'vitest'
import { createLog } from '../platform/log.ts'
import { countingIds } from '../testing/counting-ids.ts'
import { fixedClock } from '../testing/fixed-clock.ts'
import { type IdentityUnderTest, startIdentity } from '../testing/start-identity.ts'
import { temporarySettings } from '../testing/temporary-settings.ts'
import { createAuditLog } from './audit-log.ts'
import { TARGETS_OF_USER } from './entry-windows.ts'

const Page = Type.Object({ total: Type.Integer(), entries: Type.Array(AuditEntry) })
const WAIT = { timeout: 15_000 }
const EVERYTHING = { query: { chunks: [] }, sort: 'at', order: 'asc', page: 1, perPage: 0 } as const

/** The entries of a query, once a first one is stored, the newest first. */
async function entriesOf(logyard: IdentityUnderTest, query: string): Promise<readonly AuditEntry[]> {
  const isStored = async () => {
    // Again each time: the log skips a tick while it stores.
    logyard.clock.advance(1000)
    const answer = await logyard.call('GET', `/logyard/audit/entries?per_page=1000&query=${encodeURIComponent(query)}`)
    const { entries } = Value.Parse(Page, answer.body)
    expect(entries).not.toEqual([])
    return entries
  }
  return vi.waitFor(isStored, WAIT)
}

test('a change is listed with user, target, address, status and time, and without what was sent', async () => {
  await using logyard = await startIdentity()
  await logyard.addUser('ada')
  const body = { old_password: 'ada-password', password: 'a new secret' }
  const changed = await logyard.call('PUT', '/users/ada/password', { as: 'ada:ada-password', body, from: '192.0.2.7' })
  expect(changed.status).toBe(204)
  const [entry] = await entriesOf(logyard, 'event:user:change-password')
  expect(entry).toMatchObject({
    at: '2026-03-01T09:00:00.000Z',
    count: 1,
    outcome: 'done',
    status: 204,
    operation: 'users.change_password',
    username: 'ada',
    target: { userId: 'ada' },
    client_address: '192.0.2.7',
    node_id: '5ca1ab1e-0000-4000-8000-000000000001',
  })
  const everything = await logyard.call('GET', '/logyard/audit/entries')
  expect(everything.text).not.toContain('secret')
  expect(everything.text).not.toContain('ada-password')
})

test('a refusal is listed; reading, an invalid request and one without credentials are not', async () => {
  await using logyard = await startIdentity()
  const id = await logyard.addUser('ada')
  const as = 'ada:ada-password'
  expect((await logyard.call('GET', '/users/ada', { as })).status).toBe(200)
  expect((await logyard.call('POST', '/roles', { body: {} })).status).toBe(400)
  expect((await logyard.call('DELETE', '/users/ada', { as: '' })).status).toBe(401)
  expect((await logyard.call('DELETE', '/users/ada', { as })).status).toBe(403)
  logyard.clock.advance(1)
  expect((await logyard.call('PUT', `/users/${id}/status/disabled`, { as: 'ada:ada-password' })).status).toBe(200)
  const entries = await entriesOf(logyard, 'username:ada')
  expect(entries).toMatchObject([
    { event: 'user:change-status', outcome: 'done', target: { userId: id, status: 'disabled' } },
    { event: 'user:delete', outcome: 'refused', status: 403, target: { username: 'ada' } },
  ])
  expect((await entriesOf(logyard, '')).map(({ event }) => event).sort()).toEqual([
    'user:change-status',
    'user:create',
    'user:delete',
  ])
})

test('signing in is listed as the user; refused passwords are counted, with the name only of a user', async () => {
  await using logyard = await startIdentity()
  await logyard.addUser('ada')
  const session = await logyard.signIn('ada')
  for (const as of ['ada:wrong', 'ada:wrong again', 'my secret typed as a name:x']) {
    expect((await logyard.call('GET', '/users', { as, from: '192.0.2.9' })).status).toBe(401)
  }
  const refused = await logyard.call('POST', '/system/sessions', {
    as: '',
    body: { username: 'ada', password: 'wrong once more' },
    from: '192.0.2.9',
  })
  expect(refused.status).toBe(401)
  logyard.clock.advance(60_000)
  const entries = await entriesOf(logyard, 'event:session')
  const facts = entries.map(({ event, username, target, count, status }) => ({
    event,
    username,
    target,
    count,
    status,
  }))
  expect(facts).toHaveLength(4)
  expect(facts).toEqual(
    expect.arrayContaining([
      { event: 'session:create', username: 'ada', target: {}, count: 1, status: 200 },
      { event: 'session:refuse', username: null, target: { username: 'ada' }, count: 1, status: 401 },
      { event: 'session:refuse', username: null, target: { username: 'ada' }, count: 2, status: 401 },
      { event: 'session:refuse', username: null, target: {}, count: 1, status: 401 },
    ]),
  )
  expect(JSON.stringify(entries)).not.toContain(session.split(':')[0])
  expect(JSON.stringify(entries)).not.toContain('secret')
})

test('credentials in a path are left out', async () => {
  await using logyard = await startIdentity()
  await logyard.addUser('ada')
  const token = Object((await logyard.call('POST', '/users/ada/tokens/script', { as: 'ada:ada-password' })).body).token
  const session = (await logyard.signIn('ada')).split(':')[0]
  expect((await logyard.call('DELETE', `/users/ada/tokens/${token}`)).status).toBe(204)
  logyard.clock.advance(1)
  expect((await logyard.call('DELETE', `/system/sessions/${session}`)).status).toBe(204)
  const entries = await entriesOf(logyard, 'event:delete')
  expect(entries).toMatchObject([
    { event: 'session:delete', target: {} },
    { event: 'token:delete', target: { userId: 'ada' } },
  ])
  expect((await logyard.call('GET', '/logyard/audit/entries')).text).not.toContain(token)
})

test('a user who fills the log with targets gets a bounded number of entries, in which every call counts', async () => {
  await using logyard = await startIdentity()
  await logyard.addUser('mallory')
  const calls = TARGETS_OF_USER + 40
  for (let number = 0; number < calls; number += 1) {
    const path = `/users/victim-${number}${'x'.repeat(500)}`
    expect((await logyard.call('DELETE', path, { as: 'mallory:mallory-password' })).status).toBe(403)
  }
  logyard.clock.advance(60_000)
  const entries = await entriesOf(logyard, 'username:mallory')
  expect(entries).toHaveLength(TARGETS_OF_USER + 2)
  expect(entries.reduce((sum, { count }) => sum + count, 0)).toBe(calls)
  expect(Math.max(...entries.map(({ target }) => JSON.stringify(target).length))).toBeLessThan(250)
})

test('the oldest entries of a user who has too many go first, then the oldest of all', async () => {
  await using store = await temporarySettings()
  const clock = fixedClock('2026-03-01T09:00:00Z')
  const audit = createAuditLog({
    settings: store.settings,
    clock,
    ids: countingIds(),
    log: createLog('fatal'),
    nodeId: 'node',
    limits: { entries: 30, entriesOfUser: 20 },
  })
  const record = (userId: string, id: string, status = 204) =>
    audit.record({
      event: 'pot:break',
      operation: 'pots.break',
      caller: { userId, username: userId },
      target: { id },
      status,
      clientAddress: '',
    })
  const shown = async () =>
    (await audit.page(EVERYTHING)).rows.map(({ username, target }) => `${username} ${target['id']}`)
  const storeNow = async (last: string) => {
    await vi.waitFor(async () => {
      clock.advance(1000)
      expect((await shown()).at(-1)).toBe(last)
    }, WAIT)
  }
  record('ada', '1')
  await storeNow('ada 1')
  for (let number = 1; number <= 25; number += 1) record('mallory', String(number))
  await storeNow('mallory 25')
  await vi.waitFor(async () => expect(await shown()).toEqual(['ada 1', ...numbered('mallory', 8, 25)]), WAIT)
  for (let number = 1; number <= 15; number += 1) record('bob', String(number))
  await storeNow('bob 15')
  await vi.waitFor(
    async () => expect(await shown()).toEqual([...numbered('mallory', 14, 25), ...numbered('bob', 1, 15)]),
    WAIT,
  )
  await audit[Symbol.asyncDispose]()
})

test('refused calls do not push out what a user did', async () => {
  await using store = await temporarySettings()
  const clock = fixedClock('2026-03-01T09:00:00Z')
  const ids = countingIds()
  const limits = { entries: 30, entriesOfUser: 20 }
  const deps = { settings: store.settings, clock, ids, log: createLog('fatal'), nodeId: 'node', limits }
  await using audit = createAuditLog(deps)
  const record = (id: string, status: number) =>
    audit.record({
      event: 'pot:break',
      operation: 'pots.break',
      caller: { userId: 'mallory', username: 'mallory' },
      target: { id },
      status,
      clientAddress: '',
    })
  record('broken', 204)
  for (let number = 1; number <= 25; number += 1) record(String(number), 403)
  await vi.waitFor(async () => {
    clock.advance(1000)
    const { rows } = await audit.page(EVERYTHING)
    expect(rows).toHaveLength(18)
    expect(rows.map(({ target }) => target['id'])).toContain('broken')
  }, WAIT)
})

const numbered = (name: string, first: number, last: number) =>
  Array.from({ length: last - first + 1 }, (_, at) => `${name} ${first + at}`)

const byCreated = (one: AuditEntry['target'], other: AuditEntry['target']) =>
  String(one['created']) < String(other['created']) ? -1 : 1

test('the log is listed by page, to callers with the permission only', async () => {
  await using logyard = await startIdentity()
  await logyard.addUser('ada')
  await logyard.addUser('auditor', { permissions: ['auditentries:read'] })
  expect((await logyard.call('GET', '/logyard/audit/entries', { as: 'ada:ada-password' })).status).toBe(403)
  expect((await logyard.call('GET', '/logyard/audit/entries', { as: '' })).status).toBe(401)
  const entries = await entriesOf(logyard, '')
  expect(entries.map(({ target }) => target).sort(byCreated)).toEqual([{ created: 'ada' }, { created: 'auditor' }])
  const path = '/logyard/audit/entries?per_page=1&page=2&sort=at&order=asc'
  const answer = await logyard.call('GET', path, { as: 'auditor:auditor-password' })
  expect(answer.body).toMatchObject({ total: 2, count: 1, page: 2, per_page: 1, entries: [{ event: 'user:create' }] })
  expect((await logyard.call('GET', '/logyard/audit/entries?per_page=0')).status).toBe(400)
})
