import { expect, test } from 'vitest'
import { type IdentityUnderTest, startIdentity } from '../../testing/start-identity.ts'
import { callerOf } from '../accounts/caller-of.ts'

const EVERYONE = 'grn::::builtin-team:everyone'
const DASHBOARD = 'grn::::dashboard:d1'
const STREAM = 'grn::::stream:5f1'
const OUTPUT = 'grn::::output:o1'
const userGrn = (id: string) => `grn::::user:${id}`

/** Registers streams and two dashboards, as other areas do: d1 depends on stream 5f1. */
async function startWithEntities() {
  const logyard = await startIdentity()
  const titles = (all: Record<string, string>) => async (id: string) => all[id]
  logyard.identity.entities.register('stream', {
    title: titles({ '5f1': 'Errors', '5f2': 'Access' }),
    dependencies: async () => [],
  })
  logyard.identity.entities.register('dashboard', {
    title: titles({ d1: 'Overview', d2: 'Details' }),
    dependencies: async (id) => (id === 'd1' ? [STREAM] : []),
  })
  return logyard
}

/** Commits the grants that an area commits when this user creates an entity. */
async function createAs(logyard: IdentityUnderTest, username: string, target: string) {
  const account = (await logyard.identity.accounts.read()).findByName(username)
  if (account === undefined) throw new Error(`no user ${username}`)
  const writes = logyard.identity.grants.creating(callerOf(account), target)
  await logyard.settings.commit(writes)
  return writes.length
}

const share = (
  logyard: IdentityUnderTest,
  target: string,
  selection: Record<string, string> | undefined,
  as?: string,
) =>
  logyard.call('POST', `/authz/shares/entities/${target}`, {
    body: selection === undefined ? {} : { selected_grantee_capabilities: selection },
    ...(as === undefined ? {} : { as }),
  })

const prepare = (logyard: IdentityUnderTest, target: string, body: unknown, as?: string) =>
  logyard.call('POST', `/authz/shares/entities/${target}/prepare`, { body, ...(as === undefined ? {} : { as }) })

const permissionsOf = async (logyard: IdentityUnderTest, username: string) => {
  const body = Object((await logyard.call('GET', `/users/${username}`)).body)
  return { permissions: body.permissions, grn_permissions: body.grn_permissions }
}

test('a user owns each entity that it creates; entities that root creates have no owner', async () => {
  await using logyard = await startWithEntities()
  await logyard.addUser('ada')
  expect(await createAs(logyard, 'ada', STREAM)).toBe(1)
  expect(await createAs(logyard, 'admin', 'grn::::stream:5f2')).toBe(0)
  expect(await permissionsOf(logyard, 'ada')).toEqual({
    permissions: expect.arrayContaining(['streams:read:5f1', 'streams:edit:5f1', 'streams:changestate:5f1']),
    grn_permissions: [`entity:own:${STREAM}`],
  })
})

test('only owners and administrators see and change shares', async () => {
  await using logyard = await startWithEntities()
  await logyard.addUser('ada')
  await logyard.addUser('bob', { permissions: ['streams:*', 'entity', 'entity:own'] })
  await createAs(logyard, 'ada', STREAM)
  for (const answer of [
    await prepare(logyard, STREAM, {}, 'bob:bob-password'),
    await share(logyard, STREAM, {}, 'bob:bob-password'),
  ]) {
    expect([answer.status, answer.body]).toEqual([
      403,
      { type: 'ApiError', message: `Not authorized to access entity ${STREAM}` },
    ])
  }
  expect((await prepare(logyard, STREAM, {}, 'ada:ada-password')).status).toBe(200)
  expect((await prepare(logyard, STREAM, {})).status).toBe(200)
})

test.each([
  { grn: 'nonsense', status: 400, message: 'nonsense is not a valid GRN string' },
  { grn: 'grn::::user:5f1', status: 400, message: 'Entity grn::::user:5f1 cannot be shared' },
  { grn: 'grn::::stream:dead', status: 404, message: "Couldn't find entity grn::::stream:dead" },
])('sharing $grn is refused: $message', async ({ grn, status, message }) => {
  await using logyard = await startWithEntities()
  const answer = await prepare(logyard, grn, {})
  expect([answer.status, answer.body]).toEqual([status, { type: 'ApiError', message }])
})

test('a selection must name grantees by GRN and capabilities by name', async () => {
  await using logyard = await startWithEntities()
  const answer = await share(logyard, STREAM, { bob: 'view' })
  expect([answer.status, answer.body]).toEqual([400, { type: 'ApiError', message: 'bob is not a valid GRN string' }])
  expect((await share(logyard, STREAM, { [EVERYONE]: 'rule' })).status).toBe(400)
})

test('preparing changes nothing, lists the possible grantees, and selects the current shares', async () => {
  await using logyard = await startWithEntities()
  const ada = await logyard.addUser('ada')
  const bob = await logyard.addUser('bob')
  await createAs(logyard, 'ada', STREAM)
  await share(logyard, STREAM, { [userGrn(ada)]: 'own', [userGrn(bob)]: 'view' })
  const state = await prepare(logyard, STREAM, {})
  expect(state.body).toEqual({
    entity: STREAM,
    sharing_user: 'grn::::user:local:admin',
    available_grantees: [
      { id: expect.any(String), type: 'user', title: 'Sidecar System User (built-in)' },
      { id: userGrn(ada), type: 'user', title: 'ada Example' },
      { id: userGrn(bob), type: 'user', title: 'bob Example' },
      { id: EVERYONE, type: 'global', title: 'Everyone' },
    ],
    available_capabilities: [
      { id: 'view', title: 'Viewer' },
      { id: 'manage', title: 'Manager' },
      { id: 'own', title: 'Owner' },
    ],
    active_shares: [
      { grant: expect.stringMatching(/^grn::::grant:[0-9a-f]{24}$/), grantee: userGrn(ada), capability: 'own' },
      { grant: expect.stringMatching(/^grn::::grant:[0-9a-f]{24}$/), grantee: userGrn(bob), capability: 'view' },
    ],
    selected_grantee_capabilities: { [userGrn(ada)]: 'own', [userGrn(bob)]: 'view' },
    missing_permissions_on_dependencies: {},
    validation_result: { failed: false, errors: {}, error_context: {} },
  })
  await prepare(logyard, STREAM, { selected_grantee_capabilities: { [userGrn(bob)]: 'own' } })
  expect((await prepare(logyard, STREAM, {})).body).toEqual(state.body)
})

test('an update applies the selection, and without a selection removes all visible shares', async () => {
  await using logyard = await startWithEntities()
  const ada = await logyard.addUser('ada')
  const bob = await logyard.addUser('bob')
  await createAs(logyard, 'ada', STREAM)
  const shares = async () => Object((await prepare(logyard, STREAM, {})).body).selected_grantee_capabilities
  await share(logyard, STREAM, { [userGrn(ada)]: 'own', [userGrn(bob)]: 'view', [EVERYONE]: 'view' })
  const update = await share(logyard, STREAM, { [userGrn(ada)]: 'own', [userGrn(bob)]: 'manage' })
  expect(update.status).toBe(200)
  expect(await shares()).toEqual({ [userGrn(ada)]: 'own', [userGrn(bob)]: 'manage' })
  expect((await share(logyard, STREAM, undefined)).status).toBe(200)
  expect(await shares()).toEqual({})
})

test('a selection cannot remove or demote the last owner', async () => {
  await using logyard = await startWithEntities()
  const ada = await logyard.addUser('ada')
  await createAs(logyard, 'ada', STREAM)
  for (const selection of [{ [userGrn(ada)]: 'view' }, {}]) {
    const answer = await share(logyard, STREAM, selection)
    expect(answer.status).toBe(400)
    expect(answer.body).toMatchObject({
      entity: STREAM,
      active_shares: [{ grantee: userGrn(ada), capability: 'own' }],
      selected_grantee_capabilities: selection,
      validation_result: {
        failed: true,
        errors: {
          selected_grantee_capabilities: [
            `Removing the following owners <[${userGrn(ada)}]> will leave the entity ownerless.`,
          ],
        },
        error_context: { selected_grantee_capabilities: [userGrn(ada)] },
      },
    })
  }
  // An unknown grantee cannot be the last owner.
  const ghost = { [userGrn(ada)]: 'view', 'grn::::user:5f0000000000000000000000': 'own' }
  expect((await share(logyard, STREAM, ghost)).status).toBe(400)
  expect(await permissionsOf(logyard, 'ada')).toMatchObject({ grn_permissions: [`entity:own:${STREAM}`] })
})

test('an entity that is shared with everyone is accessible to each user and in the list of each user', async () => {
  await using logyard = await startWithEntities()
  const ada = await logyard.addUser('ada')
  const bob = await logyard.addUser('bob')
  await createAs(logyard, 'ada', DASHBOARD)
  await share(logyard, DASHBOARD, { [userGrn(ada)]: 'own', [EVERYONE]: 'manage' })
  expect((await permissionsOf(logyard, 'bob')).permissions).toEqual(
    expect.arrayContaining(['dashboards:read:d1', 'dashboards:edit:d1', 'view:read:d1', 'view:edit:d1']),
  )
  const owners = [{ id: userGrn(ada), type: 'user', title: 'ada Example' }]
  expect((await logyard.call('GET', `/authz/shares/user/${bob}`, { as: 'bob:bob-password' })).body).toEqual({
    total: 1,
    count: 1,
    page: 1,
    per_page: 50,
    grand_total: 1,
    entities: [{ id: DASHBOARD, type: 'dashboard', title: 'Overview', owners }],
    context: { grantee_capabilities: { [DASHBOARD]: 'manage' } },
  })
})

test('the shares of a user show the highest capability, filtered and sorted by title', async () => {
  await using logyard = await startWithEntities()
  const ada = await logyard.addUser('ada')
  await share(logyard, DASHBOARD, { [userGrn(ada)]: 'view', [EVERYONE]: 'manage' })
  await share(logyard, 'grn::::dashboard:d2', { [userGrn(ada)]: 'view' })
  await share(logyard, STREAM, { [userGrn(ada)]: 'view' })
  const found = async (query: string) => {
    const body = Object((await logyard.call('GET', `/authz/shares/user/${ada}?${query}`)).body)
    return body.entities.map((entity: { title: string }) => entity.title)
  }
  expect(await found('')).toEqual(['Details', 'Errors', 'Overview'])
  expect(await found('order=desc')).toEqual(['Overview', 'Errors', 'Details'])
  expect(await found('capability=manage')).toEqual(['Overview'])
  expect(await found('capability=nonsense')).toEqual(['Details', 'Errors', 'Overview'])
  expect(await found('entity_type=stream')).toEqual(['Errors'])
  expect(await found('query=VIEW')).toEqual(['Overview'])
  expect(await found('page=2&per_page=2')).toEqual(['Overview'])
  expect(await found('per_page=0')).toEqual([])
  expect((await logyard.call('GET', '/authz/shares/user/nobody')).status).toBe(404)
})

test('a grantee without access to a dependency of a dashboard causes a warning, and the share is saved', async () => {
  await using logyard = await startWithEntities()
  const ada = await logyard.addUser('ada')
  const bob = await logyard.addUser('bob', { permissions: ['streams:read:5f1'] })
  const selection = { [userGrn(ada)]: 'view', [userGrn(bob)]: 'view', [EVERYONE]: 'view' }
  const missing = [{ id: STREAM, type: 'stream', title: 'Errors', owners: [] }]
  const state = await prepare(logyard, DASHBOARD, { selected_grantee_capabilities: selection })
  expect(state.body).toMatchObject({ selected_grantee_capabilities: selection })
  expect(Object(state.body).missing_permissions_on_dependencies).toEqual({
    [userGrn(ada)]: missing,
    [EVERYONE]: missing,
  })
  expect((await share(logyard, DASHBOARD, selection)).status).toBe(200)
})

test('a caller that may not see users sees only everyone, and does not change the grants of others', async () => {
  await using logyard = await startWithEntities()
  const ada = await logyard.addUser('ada')
  const bob = await logyard.addUser('bob')
  const carol = await logyard.addUser('carol')
  await share(logyard, DASHBOARD, { [userGrn(ada)]: 'own', [userGrn(bob)]: 'own', [EVERYONE]: 'view' })
  const as = 'bob:bob-password'
  const state = Object((await prepare(logyard, DASHBOARD, {}, as)).body)
  expect(state.available_grantees).toEqual([{ id: EVERYONE, type: 'global', title: 'Everyone' }])
  expect(state.active_shares).toMatchObject([{ grantee: EVERYONE, capability: 'view' }])
  expect((await share(logyard, DASHBOARD, { [userGrn(carol)]: 'view' }, as)).status).toBe(200)
  const left = Object((await prepare(logyard, DASHBOARD, {})).body).selected_grantee_capabilities
  expect(left).toEqual({ [userGrn(ada)]: 'own', [userGrn(bob)]: 'own' })
})

test('view permits reading a stream, manage changing it, and only own sharing it', async () => {
  await using logyard = await startWithEntities()
  const ada = await logyard.addUser('ada')
  const holds = async (permission: string) =>
    (await logyard.identity.accounts.read()).findByName('ada')?.held.holds(permission) ?? false
  const may = async (capability: string) => {
    await share(logyard, STREAM, { [userGrn(ada)]: capability })
    const asked = ['streams:read:5f1', 'streams:edit:5f1', 'streams:changestate:5f1', `entity:own:${STREAM}`]
    return Promise.all(asked.map(holds))
  }
  expect(await may('view')).toEqual([true, false, false, false])
  expect(await may('manage')).toEqual([true, true, true, false])
  expect(await may('own')).toEqual([true, true, true, true])
  expect(await holds('streams:read:5f2')).toBe(false)
  expect(await holds('streams:read')).toBe(false)
})

test('grants are deleted with their user or entity', async () => {
  await using logyard = await startWithEntities()
  const ada = await logyard.addUser('ada')
  const bob = await logyard.addUser('bob')
  await share(logyard, STREAM, { [userGrn(ada)]: 'view', [userGrn(bob)]: 'own' })
  await share(logyard, DASHBOARD, { [userGrn(bob)]: 'view' })
  const targets = async () => {
    const { grants } = Object((await logyard.call('GET', '/authz/grants-overview')).body)
    return grants.map((grant: { grantee: string; target: string }) => [grant.grantee, grant.target])
  }
  await logyard.call('DELETE', '/users/ada')
  expect(await targets()).toEqual([
    [userGrn(bob), STREAM],
    [userGrn(bob), DASHBOARD],
  ])
  await logyard.settings.commit(await logyard.identity.grants.deletingTarget(STREAM))
  expect(await targets()).toEqual([[userGrn(bob), DASHBOARD]])
})

test('the overview lists every grant with its creator', async () => {
  await using logyard = await startWithEntities()
  const ada = await logyard.addUser('ada')
  await share(logyard, STREAM, { [userGrn(ada)]: 'view' })
  const answer = await logyard.call('GET', '/authz/grants-overview')
  const now = '2026-03-01T09:00:00.000Z'
  expect(answer.body).toEqual({
    grants: [
      {
        id: expect.stringMatching(/^[0-9a-f]{24}$/),
        grantee: userGrn(ada),
        grantee_title: 'user: ada Example',
        capability: 'view',
        target: STREAM,
        target_title: 'stream: Errors',
        created_by: 'admin',
        created_at: now,
        updated_by: 'admin',
        updated_at: now,
        expires_at: null,
      },
    ],
  })
  expect((await logyard.call('GET', '/authz/grants-overview', { as: 'ada:ada-password' })).status).toBe(403)
})

test('of owners that share the same entity concurrently none fails, and one selection applies', async () => {
  await using logyard = await startWithEntities()
  const ada = await logyard.addUser('ada')
  const root = (await logyard.identity.accounts.read()).root()
  if (root === undefined) throw new Error('no root')
  const capabilities = ['own', 'manage', 'own', 'view', 'own'] as const
  const outcomes = await Promise.allSettled(
    capabilities.map((capability) =>
      logyard.identity.shares.update(callerOf(root), STREAM, {
        selected_grantee_capabilities: { [userGrn(ada)]: capability },
      }),
    ),
  )
  const failures = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason.code] : []))
  expect(failures.every((code) => code === 'entity-ownerless')).toBe(true)
  expect(Object((await prepare(logyard, STREAM, {})).body).active_shares).toHaveLength(1)
})

test('an entity that is deleted while it is being shared leaves no grant', async () => {
  await using logyard = await startIdentity()
  const bob = await logyard.addUser('bob')
  let isThere = true
  logyard.identity.entities.register('output', {
    title: async () => (isThere ? 'Archive' : undefined),
    // This read is between those of the title and the commit of the grants, so the deletion is concurrent.
    async dependencies() {
      if (isThere) {
        isThere = false
        await logyard.identity.entityDeletion.finish(OUTPUT, 'o1')
      }
      return []
    },
  })
  const answer = await share(logyard, OUTPUT, { [userGrn(bob)]: 'view' })
  expect(answer.status).toBe(404)
  expect((await logyard.identity.accounts.read()).grantsOn(OUTPUT)).toEqual([])
})
