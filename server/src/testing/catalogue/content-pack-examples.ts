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
  'catalog.list': nothing,
  'catalog.resolve': () => ({ body: { entities: [] } }),
}
