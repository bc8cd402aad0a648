/**
 * Checks the reference list of operations: each one that Logyard serves must have the status, the keys and the
 * permission that the list names. A served operation without an example fails the test.
 */
import type { OperationSpec } from '@logyard/contract/http/operation'
import { allOperations } from '@logyard/contract/operations'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { startServerOrNodes, type TestedServer } from '../balanced-nodes.ts'
import { auditedEntries, secretsIn } from './audited-entries.ts'
import { type CatalogueWorld, createCatalogueWorld, type ExampleRequest } from './catalogue-world.ts'
import { examples, hiding, provenElsewhere } from './operation-examples.ts'
import { instanceParams, type ReferenceOperation, referenceOperations, servedBy } from './reference-operations.ts'

const served = new Map<string, OperationSpec>(allOperations.map((op) => [op.id, op]))
const rows = referenceOperations.flatMap((reference) => {
  const [op] = servedBy(reference).flatMap((id) => served.get(id) ?? [])
  return op === undefined ? [] : [{ id: reference.id, reference, op }]
})
const called = rows.filter(({ id }) => !Object.hasOwn(provenElsewhere, id))

/** Their examples repeat what is stored already. Others change something: in the settings, or they say `isOutside`. */
const CHANGING_NOTHING: readonly string[] = [
  'sessions.delete',
  'users.clear_permissions',
  'roles.remove_member',
  'authz_roles.remove_assignee',
  'streams.pause',
  'alert_receivers.remove',
  'event_definitions.schedule',
  'input_states.start_local',
  'decorators.update',
  'notifications.delete',
  'index_sets.set_default',
  'index_templates.update',
  'index_templates.update_all',
  'sidecar_collectors.update',
  'sidecar_configurations.update',
]

const sentSecrets: string[] = []
let server: TestedServer
let world: CatalogueWorld

beforeAll(async () => {
  server = await startServerOrNodes({ LOGYARD_LEGACY_ALERTS: 'true', LOGYARD_ALERT_CHECK_SECONDS: '1' })
  world = await createCatalogueWorld(server.url)
})
afterAll(async () => {
  await server[Symbol.asyncDispose]()
  printCoverage()
})

test('no operation is described twice', () => {
  expect(allOperations.length).toBe(served.size)
})

test.each(rows)('the description of $id matches the reference', ({ reference, op }) => {
  expect(op.method).toBe(reference.method)
  const path = op.path.replace('*}', '}')
  if (op.id === reference.id) expect(path).toBe(reference.path)
  else expect(instanceParams(path, reference.path)).toBeDefined()
  expect(Object.keys(op.answers).map(Number)).toContain(reference.success)
  expect(Object.keys(op.query?.properties ?? {})).toEqual(expect.arrayContaining([...reference.query]))
  expect(permissionsOf(op)).toEqual(permissionsOfReference(reference))
})

const isPublic = ({ access }: OperationSpec) => access.kind === 'public'
const isGuarded = ({ access }: OperationSpec) => access.kind === 'holds' || access.kind === 'owner-decides'

// The refused calls change nothing, so the entities of one example are enough for all calls of an operation.
test.each(called)(
  '$id is refused to strangers and without its permission, and returns its status and keys',
  async ({ id, reference, op }) => {
    const example = examples[id]
    if (example === undefined) throw new Error(`operation-examples.ts has no example for ${id}`)
    const request = await example(world)
    if (!isPublic(op)) await expectNeedsCredentials(reference, request)
    if (isGuarded(op)) {
      const refused = await world.call(world.nobody, reference, request)
      expect(refused.status, refused.text).toBe(hiding.has(id) ? 404 : 403)
    }
    const headers = { ...request.headers, 'user-agent': agentOf(id) }
    const answer = await world.call(world.admin, reference, { ...request, headers })
    expect(answer.status, answer.text).toBe(reference.success)
    sentSecrets.push(...secretsIn(request.body), ...secretsIn(isJson(answer.text) ? answer.json() : undefined))
    if (reference.keys.length > 0)
      expect(Object.keys(answer.json())).toEqual(expect.arrayContaining([...reference.keys]))
  },
)

const uncalled = rows.filter(({ id, op }) => Object.hasOwn(provenElsewhere, id) && !isPublic(op))
test.each(uncalled)('$id needs credentials', async ({ id, reference }) => {
  await expectNeedsCredentials(reference, (await examples[id]?.(world)) ?? {})
})

async function expectNeedsCredentials(reference: ReferenceOperation, request: ExampleRequest): Promise<void> {
  const { status, text } = await world.call(undefined, reference, request)
  expect({ status, text }).toEqual({ status: 401, text: '' })
}

test('each of these calls that changes something has exactly one entry in the audit log, and no other has one', async () => {
  const entries = Map.groupBy(await auditedEntries(world), ({ user_agent }) => user_agent)
  const recorded = called.map(({ id }) => [
    id,
    ...(entries.get(agentOf(id)) ?? []).map(({ event, outcome, username }) => [event, outcome, username]),
  ])
  const expected = called.map(({ id, op }) =>
    typeof op.audit === 'string' && op.method !== 'GET' ? [id, [op.audit, 'done', 'admin']] : [id],
  )
  expect(recorded).toEqual(expected)
})

test('an operation that changes the settings writes its entry in the same transaction, any other one before', async () => {
  const entries = new Map((await auditedEntries(world)).map((entry) => [entry.user_agent, entry]))
  const afterwards = called.filter(({ id, op }) => {
    const entry = entries.get(agentOf(id))
    return entry !== undefined && entry.changes.length === 0 && op.isOutside !== true
  })
  expect(afterwards.map(({ id }) => id).filter((id) => !CHANGING_NOTHING.includes(id))).toEqual([])
})

test('a call without its permission has an entry too', async () => {
  const events = called
    .filter(({ op }) => isGuarded(op))
    .flatMap(({ op }) => (typeof op.audit === 'string' ? [op.audit] : []))
  await vi.waitFor(async () => {
    const refused = (await auditedEntries(world)).filter(
      ({ outcome, username }) => outcome === 'refused' && username === world.nobody.username,
    )
    expect(new Set(refused.map(({ event }) => event))).toEqual(new Set(events))
  }, 5000)
})

test('no secret that was sent or answered is in the audit log', async () => {
  const log = JSON.stringify(await auditedEntries(world))
  expect(sentSecrets.length).toBeGreaterThan(5)
  expect(sentSecrets.filter((secret) => log.includes(secret))).toEqual([])
})

const agentOf = (id: string) => `catalogue ${id}`

const isJson = (text: string) => text.startsWith('{')

function permissionsOf(op: OperationSpec): readonly string[] {
  if (op.access.kind === 'public') return ['none']
  if (op.access.kind === 'signed-in') return ['login']
  return op.access.permissions.length === 0 ? ['login'] : op.access.permissions
}

const permissionsOfReference = (reference: ReferenceOperation): readonly string[] =>
  reference.auth.replace(/ each$/, '').split(' and ')

function printCoverage(): void {
  const areas = new Map<string, { total: number; served: number }>()
  for (const reference of referenceOperations) {
    const { area } = reference
    const count = areas.get(area) ?? { total: 0, served: 0 }
    const isServed = servedBy(reference).some((id) => served.has(id))
    areas.set(area, { total: count.total + 1, served: count.served + (isServed ? 1 : 0) })
  }
  const lines = [...areas].map(([area, count]) => `  ${area}: ${count.served} of ${count.total}`)
  console.log(`Operations of the reference that are served:\n${lines.join('\n')}`)
}
