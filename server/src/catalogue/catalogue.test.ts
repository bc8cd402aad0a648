/**
 * Checks the reference list of operations: each one that Logyard serves must have the status, the keys and the
 * permission that the list names. A served operation without an example fails the test.
 */
import type { OperationSpec } from '@logyard/contract/http/operation'
import { allOperations } from '@logyard/contract/operations'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ServerProcess, startServer } from '../testing/server-process.ts'
import { type CatalogueWorld, createCatalogueWorld } from './catalogue-world.ts'
import { examples, hiding, provenElsewhere } from './operation-examples.ts'
import { type ReferenceOperation, referenceOperations } from './reference-operations.ts'

const served = new Map<string, OperationSpec>(allOperations.map((op) => [op.id, op]))
const rows = referenceOperations.flatMap((reference) => {
  const op = served.get(reference.id)
  return op === undefined ? [] : [{ id: reference.id, reference, op }]
})
const called = rows.filter(({ id }) => !Object.hasOwn(provenElsewhere, id))

let server: ServerProcess
let world: CatalogueWorld

beforeAll(async () => {
  server = await startServer({ env: { LOGYARD_LEGACY_ALERTS: 'true', LOGYARD_ALERT_CHECK_SECONDS: '1' } })
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
  expect({ method: op.method, path: op.path.replace('*}', '}') }).toEqual({
    method: reference.method,
    path: reference.path,
  })
  expect(Object.keys(op.answers).map(Number)).toContain(reference.success)
  expect(Object.keys(op.query?.properties ?? {})).toEqual(expect.arrayContaining([...reference.query]))
  expect(permissionsOf(op)).toEqual(permissionsOfReference(reference))
})

test.each(called)('$id returns its status and keys', async ({ id, reference }) => {
  const example = examples[id]
  if (example === undefined) throw new Error(`operation-examples.ts has no example for ${id}`)
  const request = await example(world)
  const answer = await world.call(world.admin, reference, request)
  expect(answer.status, answer.text).toBe(reference.success)
  if (reference.keys.length > 0) expect(Object.keys(answer.json())).toEqual(expect.arrayContaining([...reference.keys]))
})

test.each(rows.filter(({ op }) => op.access.kind !== 'public'))('$id needs credentials', async ({ id, reference }) => {
  const request = (await examples[id]?.(world)) ?? {}
  const answer = await world.call(undefined, reference, request)
  expect({ status: answer.status, text: answer.text }).toEqual({ status: 401, text: '' })
})

const guarded = called.filter(({ op }) => op.access.kind === 'holds' || op.access.kind === 'owner-decides')
test.each(guarded)('$id is refused without its permission', async ({ id, reference }) => {
  const request = (await examples[id]?.(world)) ?? {}
  const answer = await world.call(world.nobody, reference, request)
  expect(answer.status, answer.text).toBe(hiding.has(id) ? 404 : 403)
})

function permissionsOf(op: OperationSpec): readonly string[] {
  if (op.access.kind === 'public') return ['none']
  if (op.access.kind === 'signed-in') return ['login']
  return op.access.permissions
}

const permissionsOfReference = (reference: ReferenceOperation): readonly string[] =>
  reference.auth.replace(/ each$/, '').split(' and ')

function printCoverage(): void {
  const areas = new Map<string, { total: number; served: number }>()
  for (const { id, area } of referenceOperations) {
    const count = areas.get(area) ?? { total: 0, served: 0 }
    areas.set(area, { total: count.total + 1, served: count.served + (served.has(id) ? 1 : 0) })
  }
  const lines = [...areas].map(([area, count]) => `  ${area}: ${count.served} of ${count.total}`)
  console.log(`Operations of the reference that are served:\n${lines.join('\n')}`)
}
