import type { NativeEntityDescriptor } from '@logyard/contract/content-packs/content-packs'
import { Type } from 'typebox'
import type { Clock } from '../../platform/clock.ts'
import type { Ids } from '../../platform/ids.ts'
import type { Log } from '../../platform/log.ts'
import { defineCollection, type SettingsStore } from '../../platform/settings/settings-store.ts'
import { unlessTaken } from '../../platform/settings/unless-taken.ts'
import type { EntityTypes } from '../entities/entity-types.ts'
import type { InstallationStore } from '../installation-store.ts'
import type { Baselines } from '../installations/baselines.ts'
import type { ContentPacks } from '../packs/pack-service.ts'
import { SEED_PACKS, type SeedPack } from './seed-pack.ts'

/** Packs that were added once, whether or not they still exist. */
const seedCollection = defineCollection({
  name: 'content_pack_seeds',
  audit: 'note',
  schema: Type.Object({ id: Type.String(), added_at: Type.String() }),
})

/** Shown as the one who installed them. */
const INSTALLER = 'admin'

interface SeedDeps {
  readonly settings: SettingsStore
  readonly packs: Pick<ContentPacks, 'adding'>
  readonly installations: InstallationStore
  readonly baselines: Baselines
  readonly types: EntityTypes
  readonly clock: Clock
  readonly ids: Ids
  readonly log: Log
}

/** Called at every start; adds each pack at the first one. */
export async function addSeedPacks(deps: SeedDeps): Promise<void> {
  const added = deps.settings.collection(seedCollection)
  for (const seed of SEED_PACKS) {
    if ((await added.find(seed.pack.id)) === undefined) await addSeedPack(deps, seed)
  }
}

async function addSeedPack(deps: SeedDeps, seed: SeedPack): Promise<void> {
  const { settings, packs, installations, baselines, clock, ids, log } = deps
  const { pack, write } = packs.adding(seed.pack)
  const now = clock.now().toISOString()
  const entities = await adoptedObjects(deps, seed)
  const installation = {
    id: ids.next(),
    content_pack_id: pack.id,
    content_pack_revision: pack.rev,
    parameters: {},
    entities,
    comment: seed.comment,
    created_at: now,
    created_by: INSTALLER,
  }
  if (entities.length < pack.entities.length) {
    log.warn({ pack: pack.name, missing: pack.entities.length - entities.length }, 'a pack of the system lacks objects')
  }
  const adding = settings.commit([
    settings.collection(seedCollection).inserting({ id: pack.id, added_at: now }),
    write,
    ...(entities.length === 0 ? [] : [installations.inserting(installation), await baselines.pending(installation.id)]),
  ])
  // Another node may add it at the same time, or a user may have uploaded it.
  const isAdded = await unlessTaken(adding)
  if (isAdded && entities.length > 0) await baselines.record(installation)
}

async function adoptedObjects({ types }: SeedDeps, { pack, isObject }: SeedPack): Promise<NativeEntityDescriptor[]> {
  const found: NativeEntityDescriptor[] = []
  for (const [name, entities] of Map.groupBy(pack.entities ?? [], ({ type }) => type.name)) {
    const type = types.named(name)
    for (const { id, title } of (await type?.list()) ?? []) {
      const exported = await type?.export(id)
      const entity = exported && entities.find((one) => isObject(one.id, { id, data: exported.data }))
      if (entity === undefined) continue
      found.push({ content_pack_entity_id: entity.id, id, type: entity.type, title, found_on_system: false })
    }
  }
  return found
}
