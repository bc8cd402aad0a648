import { collectors } from '@logyard/contract/sidecars/collectors'
import { expect } from 'vitest'
import type { CatalogueWorld, ExampleRequest } from './catalogue-world.ts'

type Example = (world: CatalogueWorld) => ExampleRequest | Promise<ExampleRequest>

const nothing: Example = () => ({})
const collectorDraft = (world: CatalogueWorld) => ({ ...collectors.example, name: world.unique('collector') })
const variableDraft = (world: CatalogueWorld) => ({
  name: world.unique('variable').replace('-', '_'),
  description: '',
  content: 'a',
})

async function make(world: CatalogueWorld, path: string, body: object): Promise<Readonly<Record<string, unknown>>> {
  const answer = await world.call(world.admin, { method: 'POST', path }, { body })
  expect(answer.status, answer.text).toBe(200)
  return answer.json()
}

const makeCollector = (world: CatalogueWorld) => make(world, '/sidecar/collectors', collectorDraft(world))
async function configurationDraft(world: CatalogueWorld) {
  const collector = await makeCollector(world)
  return { name: world.unique('configuration'), collector_id: collector['id'], color: '#FFFFFF', template: 'a' }
}
const makeConfiguration = async (world: CatalogueWorld) =>
  make(world, '/sidecar/configurations', await configurationDraft(world))
const makeVariable = (world: CatalogueWorld) => make(world, '/sidecar/configuration_variables', variableDraft(world))

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
const made =
  (create: (world: CatalogueWorld) => Promise<Readonly<Record<string, unknown>>>, withBody = false): Example =>
  async (world) => {
    const { id, ...draft } = await create(world)
    return { params: { id: String(id), name: world.unique('copy') }, ...(withBody ? { body: draft } : {}) }
  }

export const sidecarExamples: Readonly<Record<string, Example>> = {
  'sidecars.register': (world) => ({ params: { node_id: world.unique('sidecar') }, ...REGISTRATION }),
  'sidecars.list_all': nothing,
  'sidecars.list': nothing,
  'sidecars.get': ofNode,
  'sidecars.assign_configurations': async (world) => {
    const { id, collector_id } = await makeConfiguration(world)
    return {
      body: { nodes: [{ node_id: await registered(world), assignments: [{ collector_id, configuration_id: id }] }] },
    }
  },
  'sidecar_actions.list': ofNode,
  'sidecar_actions.list_alias': ofNode,
  'sidecar_actions.set': withAction,
  'sidecar_actions.set_alias': withAction,
  'sidecar_administration.list': () => ({ body: {} }),
  'sidecar_administration.action': async (world) => ({
    body: { action: 'restart', collectors: [{ sidecar_id: await registered(world), collector_ids: ['a'] }] },
  }),
  'sidecar_collectors.list': nothing,
  'sidecar_collectors.summary': nothing,
  'sidecar_collectors.get': made(makeCollector),
  'sidecar_collectors.create': (world) => ({ body: collectorDraft(world) }),
  'sidecar_collectors.update': made(makeCollector, true),
  'sidecar_collectors.copy': made(makeCollector),
  'sidecar_collectors.delete': made(makeCollector),
  'sidecar_collectors.validate': (world) => ({ body: collectorDraft(world) }),
  'sidecar_configurations.list': nothing,
  'sidecar_configurations.get': made(makeConfiguration),
  'sidecar_configurations.sidecars': made(makeConfiguration),
  'sidecar_configurations.uploads': nothing,
  'sidecar_configurations.preview': () => ({ body: { template: 'a' } }),
  'sidecar_configurations.render': async (world) => ({
    params: { sidecarId: await registered(world), configurationId: String((await makeConfiguration(world))['id']) },
  }),
  'sidecar_configurations.create': async (world) => ({ body: await configurationDraft(world) }),
  'sidecar_configurations.update': made(makeConfiguration, true),
  'sidecar_configurations.copy': made(makeConfiguration),
  'sidecar_configurations.delete': made(makeConfiguration),
  'sidecar_configurations.validate': async (world) => ({ body: await configurationDraft(world) }),
  'sidecar_variables.list': nothing,
  'sidecar_variables.configurations': made(makeVariable),
  'sidecar_variables.create': (world) => ({ body: variableDraft(world) }),
  'sidecar_variables.update': made(makeVariable, true),
  'sidecar_variables.delete': made(makeVariable),
  'sidecar_variables.validate': (world) => ({ body: variableDraft(world) }),
  'legacy_collectors.upload': () => ({
    params: { collectorId: 'a' },
    body: { collector_id: 'a', node_id: 'b', collector_name: 'nxlog', rendered_configuration: 'c' },
  }),
}
