/** Rules for every operation. */
import { globSync } from 'node:fs'
import { join } from 'node:path'
import { Value } from 'typebox/value'
import { expect, test } from 'vitest'
import { type OperationSpec, operationsOf } from './http/operation.ts'
import { allKinds, allOperations } from './operations.ts'

const idsOf = (isMeant: (op: (typeof allOperations)[number]) => boolean) =>
  allOperations.filter(isMeant).map(({ id }) => id)

const files = globSync('**/*.ts', { cwd: import.meta.dirname, exclude: (name) => name.endsWith('.test.ts') })
const modules: object[] = await Promise.all(files.map((file) => import(join(import.meta.dirname, file))))

test('every operation that a module exports is served', () => {
  const exported = operationsOf(...modules)
  expect(exported.filter((op) => !allOperations.includes(op)).map(({ id }) => id)).toEqual([])
  expect(exported).toHaveLength(allOperations.length)
})

test('the example of a kind of objects is a valid draft', () => {
  const isInvalid = ({ draft, example }: (typeof allKinds)[number]) =>
    example !== undefined && !Value.Check(draft, example)
  expect(allKinds).not.toEqual([])
  expect(allKinds.filter(isInvalid).map(({ id }) => id)).toEqual([])
})

test('exactly the operations below /cluster with a {nodeId} are answered by the node in their path', () => {
  const namesNode = (path: string) => path.startsWith('/cluster/') && path.includes('{nodeId}')
  expect(idsOf(({ node, path }) => (node === 'named') !== namesNode(path))).toEqual([])
})

test('an operation that merges the responses of nodes has the path parameters and the body of the one that they are asked', () => {
  const paramsOf = ({ path }: OperationSpec) => [...path.matchAll(/\{\w+\*?\}/g)].map(String)
  const isAlike = (op: OperationSpec, each: OperationSpec) =>
    each.node === 'this' && op.body === each.body && paramsOf(op).join() === paramsOf(each).join()
  const merging = allOperations.filter(({ merges }) => merges !== undefined)
  expect(merging.length).toBeGreaterThan(5)
  expect(idsOf((op) => op.merges !== undefined && !isAlike(op, op.merges.each))).toEqual([])
})

test('an audit event consists of one subject and one verb', () => {
  expect(
    idsOf(({ audit }) => typeof audit === 'string' && !/^[a-z]+([-_][a-z]+)*:[a-z]+([-_][a-z]+)*$/.test(audit)),
  ).toEqual([])
  expect(idsOf(({ audit }) => typeof audit === 'object' && audit.unaudited === '')).toEqual([])
})

test('no path parameter that is a credential reaches the audit log', () => {
  const isCredential = (name: string) => /token|session(?!Type)|secret|password|key$/i.test(name)
  const auditedParams = allOperations
    .filter(({ audit }) => typeof audit === 'string')
    .flatMap(({ id, path, secretParams = [] }) =>
      [...path.matchAll(/\{(\w+)\*?\}/g)].flatMap(([, name = '']) =>
        isCredential(name) && !secretParams.includes(name) ? [`${id} ${name}`] : [],
      ),
    )
  // The names of static fields and of configuration documents.
  expect(auditedParams).toEqual(['cluster_config.update key', 'cluster_config.delete key', 'static_fields.remove key'])
})
