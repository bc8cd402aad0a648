/** Rules for every operation. */
import { expect, test } from 'vitest'
import { allOperations } from './operations.ts'

const idsOf = (isMeant: (op: (typeof allOperations)[number]) => boolean) =>
  allOperations.filter(isMeant).map(({ id }) => id)

test('exactly the operations below /cluster with a {nodeId} are answered by the node in their path', () => {
  const namesNode = (path: string) => path.startsWith('/cluster/') && path.includes('{nodeId}')
  expect(idsOf(({ node, path }) => (node === 'named') !== namesNode(path))).toEqual([])
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
