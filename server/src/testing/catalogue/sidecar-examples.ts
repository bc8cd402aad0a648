import { expect } from 'vitest'
import { type CatalogueWorld, type Example, nothing } from './catalogue-world.ts'
import { ofKind } from './kind-examples.ts'

const REGISTRATION = {
  headers: { 'X-Graylog-Sidecar-Version': '1.5.0' },
  body: { node_name: 'host', node_details: { operating_system: 'Linux' } },
}

async function registered(world: CatalogueWorld): Promise<string> {
  const nodeId = world.unique('sidecar')
  const operation = { method: 'PUT', path: `/sidecars/${nodeId}` }
  const answer = await world.call(world.admin, operation, REGISTRATION)
  expect(answer.status, answer.text).toBe(202)
  return nodeId
}

const ofNode: Example = async (world) => ({ params: { node_id: await registered(world) } })
const withAction: Example = async (world) => ({
  params: { node_id: await registered(world) },
  body: [{ collector_id: 'a', properties: { restart: true } }],
})
export const sidecarExamples: Readonly<Record<string, Example>> = {
  'sidecars.register': (world) => ({ params: { node_id: world.unique('sidecar') }, ...REGISTRATION }),
  'sidecars.list_all': nothing,
  'sidecars.list': nothing,
  'sidecars.get': ofNode,
  'sidecars.assign_configurations': async (world) => {
    const { id, draft } = await world.make('sidecar_configurations')
    const assignment = { collector_id: draft['collector_id'], configuration_id: id }
    return { body: { nodes: [{ node_id: await registered(world), assignments: [assignment] }] } }
  },
  'sidecar_actions.list': ofNode,
  'sidecar_actions.list_alias': ofNode,
  'sidecar_actions.set': withAction,
  'sidecar_actions.set_alias': withAction,
  'sidecar_administration.list': () => ({ body: {} }),
  'sidecar_administration.action': async (world) => ({
    body: { action: 'restart', collectors: [{ sidecar_id: await registered(world), collector_ids: ['a'] }] },
  }),
  'sidecar_collectors.summary': nothing,
  'sidecar_collectors.copy': ofKind('sidecar_collectors'),
  'sidecar_configurations.sidecars': ofKind('sidecar_configurations'),
  'sidecar_configurations.uploads': nothing,
  'sidecar_configurations.preview': () => ({ body: { template: 'a' } }),
  'sidecar_configurations.render': async (world) => ({
    params: { sidecarId: await registered(world), configurationId: (await world.make('sidecar_configurations')).id },
  }),
  'sidecar_configurations.copy': ofKind('sidecar_configurations'),
  'sidecar_variables.configurations': ofKind('sidecar_variables'),
  'legacy_collectors.upload': () => ({
    params: { collectorId: 'a' },
    body: { collector_id: 'a', node_id: 'b', collector_name: 'nxlog', rendered_configuration: 'c' },
  }),
}
