/**
 * Tests of every kind of object through HTTP: an unknown id, a name that is taken, a user without permission, and that
 * no field of an object is lost in content packs or configuration text. Not here: limits. Tests of the areas reach them
 * with smaller ones, and entity-kind.test.ts proves that a kind keeps its limit.
 */
import type { OperationSpec } from '@logyard/contract/http/operation'
import { allKinds } from '@logyard/contract/operations'
import type { TSchema } from 'typebox'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { packOf } from '../content-packs/testing/pack-drafts.ts'
import { type Answer, type PackCalls, packCallsTo } from '../content-packs/testing/pack-server.ts'
import { startServerOrNodes, type TestedServer } from '../testing/balanced-nodes.ts'
import { type Json, type KindRow, kindRows, type Made } from '../testing/kinds/kind-rows.ts'
import { createKindWorld, filled, paramsOf, plannedOf, rowOf, updateOf } from '../testing/kinds/kind-world.ts'

type AnyKind = (typeof allKinds)[number]
type Owner = Made['owner']

const NOBODY = 'nobody'
const AS_NOBODY = `${NOBODY}:password of nobody`
const UNKNOWN_ID = '0123456789abcdef01234567'
const ID = /^[0-9a-f]{24}$/
/** Fields that say when an object was created or changed. */
const OWN_OF_EACH_OBJECT = ['created_at', 'modified_at', 'updated_at']

let started: TestedServer
let server: PackCalls
beforeAll(async () => {
  started = await startServerOrNodes({ LOGYARD_LEGACY_ALERTS: 'true' })
  server = packCallsTo(started)
  const password = AS_NOBODY.slice(NOBODY.length + 1)
  const facts = { username: NOBODY, password, email: 'nobody@example.org', full_name: 'Nobody', permissions: [] }
  expect((await server.call('POST', '/users', facts)).status).toBe(201)
})
afterAll(() => started[Symbol.asyncDispose]())

const oneOf = ({ id: kind, path, key }: AnyKind, owner: Owner, id: string) =>
  filled(`${path}/{${key}}`, paramsOf(kind, { id, owner }))

function good(answer: Answer, what: string): Answer {
  expect(answer.status, `${what}: ${answer.text.slice(0, 2000)}`).toBeLessThan(300)
  return answer
}
const read = async (path: string) => good(await server.call('GET', path), path).body

let names = 0
const world = createKindWorld(
  async (method, path, body) => good(await server.call(method, path, body), `${method} ${path}`).body,
  (label) => `${label}_${++names}`,
)

test('every kind has its row', () => {
  expect(Object.keys(kindRows).toSorted()).toEqual(allKinds.map(({ id }) => id).toSorted())
})

describe.each(allKinds.map((kind) => [kind.id, kind] as const))('%s', (_, kind) => {
  const { get, create, update, delete: remove } = kind

  test('an object that does not exist is not found', async () => {
    const { owner, draft: planned } = await plannedOf(kind.id, world)
    const draft = updateOf(kind.id, planned, UNKNOWN_ID)
    const path = oneOf(kind, owner, UNKNOWN_ID)
    const statuses: Record<string, number> = {}
    const expected: Record<string, number> = {}
    for (const [name, op] of Object.entries({ get, update, delete: remove })) {
      if (op === undefined) continue
      statuses[name] = (await server.call(op.method, path, op === update ? draft : undefined)).status
      expected[name] = rowOf(kind.id).unknown?.[name] ?? 404
    }
    expect(statuses).toEqual(expected)
  })

  test('a user without permission is refused', async () => {
    const { id, draft, owner } = await world.make(kind.id)
    const path = oneOf(kind, owner, id)
    const statusOf = async (op: OperationSpec | undefined, at: string, body?: Json) =>
      op && (await server.call(op.method, at, body, AS_NOBODY)).status
    expect(await statusOf(create, filled(kind.path, owner), draft)).toBe(403)
    const refused = [await statusOf(get, path), await statusOf(update, path, updateOf(kind.id, draft, id))]
    refused.push(await statusOf(remove, path))
    expect(new Set(refused.filter((status) => status !== undefined))).toEqual(
      new Set([rowOf(kind.id).isHidden ? 404 : 403]),
    )
  })

  test.runIf(kindRows[kind.id]?.taken)('a name is taken once', async () => {
    const { taken } = rowOf(kind.id)
    const { draft, owner } = await world.make(kind.id)
    const again = await server.call('POST', filled(kind.path, owner), draft)
    expect(again).toMatchObject({ status: taken?.status, text: expect.stringContaining(taken?.text ?? '') })
  })

  test.runIf(kindRows[kind.id]?.pack)('no field of an object is lost by a content pack or by text', async () => {
    const row = rowOf(kind.id)
    const { id, draft } = await world.make(kind.id)
    expect(fieldsOf(kind.draft).filter((name) => isLeftOut(draft[name]))).toEqual(row.notRead ?? [])
    const before = await read(oneOf(kind, {}, id))
    const pack = await exported(row, id)
    const text = await read('/logyard/configuration')

    await removed(kind, id)
    const installed = await created(row, async () => void (await server.install(await server.add(packOf(pack)))))
    expect(carried(row, await read(oneOf(kind, {}, installed)))).toEqual(carried(row, before))

    await removed(kind, installed)
    const applied = await created(row, async () => {
      good(await server.call('POST', '/logyard/configuration/apply', { entities: text.entities }), 'text')
    })
    expect(carried(row, await read(oneOf(kind, {}, applied)))).toEqual(carried(row, before))
  })
})

const fieldsOf = (schema: TSchema): readonly string[] => Object.keys(Object(schema).properties)

/** Whether the value says no more than that the field was left out. */
function isLeftOut(value: unknown): boolean {
  if (typeof value === 'object' && value !== null) return Object.keys(value).length === 0
  return value === undefined || value === null || value === '' || value === false
}

/** Fields that have to be the same in an object that a pack or text made again, which has an id of its own. */
const carried = ({ notCarried = [] }: KindRow, object: Json) =>
  withoutIds(object, [...OWN_OF_EACH_OBJECT, ...notCarried])

function withoutIds(value: unknown, left: readonly string[]): unknown {
  if (typeof value === 'string') return ID.test(value) ? 'an id' : value
  if (Array.isArray(value)) return value.map((one) => withoutIds(one, left))
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).filter(([name]) => !left.includes(name))
  return Object.fromEntries(entries.map(([name, part]) => [name, withoutIds(part, left)]))
}

async function removed(kind: AnyKind, id: string): Promise<void> {
  good(await server.call('DELETE', oneOf(kind, {}, id)), `delete ${kind.id}`)
}

const listed = async ({ pack }: KindRow): Promise<readonly { readonly id: string; readonly type: Json }[]> => {
  const { entities } = await read('/system/catalog')
  return entities.filter(({ type }: { type: Json }) => type['name'] === pack)
}

async function exported(row: KindRow, id: string) {
  const wanted = (await listed(row)).filter((one) => one.id === id).map(({ type }) => ({ id, type }))
  expect(wanted).toHaveLength(1)
  return good(await server.call('POST', '/system/catalog', { entities: wanted }), 'export').body.entities
}

/** The id of the object that the work creates. */
async function created(row: KindRow, work: () => Promise<void>): Promise<string> {
  const before = new Set((await listed(row)).map(({ id }) => id))
  await work()
  const [made, ...others] = (await listed(row)).filter(({ id }) => !before.has(id))
  expect(others).toEqual([])
  return made?.id ?? ''
}
