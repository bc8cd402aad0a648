import { type CatalogueWorld, type Example, nothing } from './catalogue-world.ts'

const draft = (world: CatalogueWorld) => ({
  ...{ v: '1', id: world.unique('pack'), rev: 1, name: 'A pack', summary: 's', description: '', vendor: 'me', url: '' },
  parameters: [],
  entities: [],
})

async function added(world: CatalogueWorld) {
  const pack = draft(world)
  await world.ask('POST', '/system/content_packs', pack)
  return { id: pack.id, rev: '1' }
}

async function installed(world: CatalogueWorld) {
  const { id } = await added(world)
  const { _id } = await world.ask('POST', `/system/content_packs/${id}/1/installations`, {})
  return { id, iid: String(_id) }
}

const proposalDraft = (world: CatalogueWorld) => {
  const name = world.unique('PROPOSED').toUpperCase().replaceAll('-', '_')
  const entity = { type: { name: 'grok_pattern', version: '1' }, name, data: { name, pattern: '[a-z]+' } }
  return { title: 'A pattern', reason: 'It is missing', entities: [entity] }
}

const ofProposal: Example = async (world) => {
  const { proposal } = await world.ask('POST', '/logyard/configuration/proposals', proposalDraft(world))
  return { params: { id: String(Object(proposal).id) } }
}

const ofPack: Example = async (world) => ({ params: await added(world) })
const ofInstallation: Example = async (world) => ({ params: await installed(world) })

export const contentPackExamples: Readonly<Record<string, Example>> = {
  'content_packs.list': nothing,
  'content_packs.latest': nothing,
  'content_packs.get': ofPack,
  'content_packs.get_revision': ofPack,
  'content_packs.download': ofPack,
  'content_packs.create': (world) => ({ body: draft(world) }),
  'content_packs.delete': ofPack,
  'content_packs.delete_revision': ofPack,
  'content_packs.install': async (world) => ({ params: await added(world), body: {} }),
  'content_packs.installations': ofPack,
  'content_packs.uninstall_details': ofInstallation,
  'content_packs.uninstall': ofInstallation,
  'logyard.configuration.proposals.list': nothing,
  'logyard.configuration.proposals.create': (world) => ({ body: proposalDraft(world) }),
  'logyard.configuration.proposals.get': ofProposal,
  'logyard.configuration.proposals.apply': ofProposal,
  'logyard.configuration.proposals.reject': ofProposal,
  'catalog.list': nothing,
  'catalog.resolve': () => ({ body: { entities: [] } }),
}
