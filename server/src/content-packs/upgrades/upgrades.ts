/** Upgrades an installation in place: its objects become as another revision has them. */
import { PASSWORD_SET } from '@logyard/contract/configured/configuration'
import type {
  ContentPack,
  ContentPackInstallation,
  NativeEntityDescriptor,
} from '@logyard/contract/content-packs/content-packs'
import type { ValueReference } from '@logyard/contract/content-packs/model-types'
import type { PlannedEntity, UpgradePlanRequest, UpgradeRequest } from '@logyard/contract/content-packs/upgrades'
import type { Caller } from '../../http/caller.ts'
import { parametersMissing } from '../content-pack-errors.ts'
import type { EntityTypes } from '../entities/entity-types.ts'
import { installationOnWire, type StoredInstallation } from '../installation-store.ts'
import { objectKey } from '../installations/baselines.ts'
import {
  checkInstallable,
  commitEntities,
  type InstallationDeps,
  type Installations,
  type Installer,
  requireDelete,
  targetOfNew,
  withParameters,
} from '../installations/installations.ts'
import { type ReadEntity, readEntities } from '../installations/pack-graph.ts'
import { type EntityTarget, prepareEntities } from '../installations/prepare-entities.ts'
import { isMasked, parameterPlaces, withoutTexts } from '../installations/secret-parameters.ts'
import { compareData, secretPaths, withMaskedParts } from '../values/compare-data.ts'
import { mapTexts } from '../values/secret-places.ts'

export type Upgrades = ReturnType<typeof createUpgrades>

export interface UpgradeDeps extends InstallationDeps {
  readonly installations: Pick<Installations, 'get'>
}

/** An entity of the new revision, with its object of today. */
interface Planned {
  readonly entity: ReadEntity
  readonly shown: PlannedEntity
  readonly target: EntityTarget
}

interface WholePlan {
  readonly pack: ContentPack
  readonly installation: StoredInstallation
  readonly parameters: ReadonlyMap<string, ValueReference>
  readonly entities: readonly Planned[]
  /** Objects of entities that the new revision lacks. */
  readonly leaving: readonly { readonly descriptor: NativeEntityDescriptor; readonly shown: PlannedEntity }[]
}

export function createUpgrades(deps: UpgradeDeps) {
  const planOf = (packId: string, id: string, request: UpgradePlanRequest) => planUpgrade(deps, packId, id, request)
  return {
    async plan(packId: string, id: string, request: UpgradePlanRequest, caller: Caller) {
      const { installation, pack, entities, leaving } = await planOf(packId, id, request)
      return {
        from: installation.content_pack_revision,
        to: pack.rev,
        entities: [...entities, ...leaving].map(({ shown }) => shownTo(deps.types, caller, shown)),
      }
    },
    upgrade: (packId: string, id: string, request: UpgradeRequest, by: Installer) =>
      deps.inTurn(async () => apply(deps, await planOf(packId, id, request), request, by)),
  }
}

/** Changes by hand belong to the object, which the caller may not be allowed to read, and not to the pack. */
function shownTo(types: EntityTypes, caller: Caller, shown: PlannedEntity): PlannedEntity {
  const { type, id, changed_by_hand } = shown
  const mayEdit = caller.holds(`${types.named(type.name)?.permissions.edit}:${id}`)
  return changed_by_hand && !mayEdit ? { ...shown, differences: [] } : shown
}

async function planUpgrade(
  deps: UpgradeDeps,
  packId: string,
  id: string,
  { revision, parameters: given }: UpgradePlanRequest,
): Promise<WholePlan> {
  const { installations, packs, types, baselines } = deps
  const installation = await installations.get(packId, id)
  const pack = await packs.get(packId, revision)
  const before = await packs.get(packId, installation.content_pack_revision)
  const declared = new Set(pack.parameters.map(({ name }) => name))
  const stored = Object.entries(installation.parameters).filter(([name]) => declared.has(name))
  const changed = Object.entries(given ?? {}).filter(([, value]) => !isMasked(value))
  const parameters = checkInstallable(pack, Object.fromEntries([...stored, ...changed]))
  const entities = readEntities(pack, { types, parameters })
  const oldParameters = new Map(Object.entries(installation.parameters))
  const old = new Map(readEntities(before, { types, parameters: oldParameters }).map((one) => [one.id, one]))
  const byHand = await baselines.changedByHand(id, installation.entities)
  const planned: Planned[] = []
  const needed = secretsNeeded(pack, parameters)
  for (const entity of entities) planned.push(await planEntity(deps, entity, { old, byHand, installation, needed }))
  const leaving = await planLeaving(deps, installation, { entities, byHand })
  return { pack, installation, parameters, entities: planned, leaving }
}

interface Before {
  /** The entities of the revision that is installed, by id. */
  readonly old: ReadonlyMap<string, ReadEntity>
  readonly byHand: ReadonlySet<string>
  readonly installation: StoredInstallation
  /** Throws if the data needs the value of a secret that is not given again, except in the places of stored secrets. */
  readonly needed: (entity: ReadEntity, stored: ReadonlySet<string>) => void
}

function secretsNeeded(pack: ContentPack, parameters: ReadonlyMap<string, ValueReference>): Before['needed'] {
  return ({ id, type }, stored) => {
    const entity = pack.entities.find((one) => one.id === id && one.type.name === type.type.name)
    const missing = [...parameterPlaces(entity?.data)]
      .filter(([path, name]) => isMasked(parameters.get(name)) && !stored.has(path))
      .map(([, name]) => name)
    if (missing.length > 0) throw parametersMissing([...new Set(missing)])
  }
}

async function planEntity(deps: UpgradeDeps, entity: ReadEntity, before: Before): Promise<Planned> {
  const { type, title } = entity
  const facts = { content_pack_entity_id: entity.id, type: type.type, title, changed_by_hand: false, differences: [] }
  const descriptor = before.installation.entities.find(
    (one) => one.content_pack_entity_id === entity.id && one.type.name === type.type.name,
  )
  const current = descriptor && (await deps.types.named(type.type.name)?.export(descriptor.id))
  if (descriptor === undefined || current === undefined) {
    const target = await targetOfNew(deps, entity)
    if (target.kind !== 'reuse') before.needed(entity, new Set())
    const shown: PlannedEntity =
      target.kind === 'reuse'
        ? { ...facts, id: target.object.id, action: 'unchanged' }
        : { ...facts, id: null, action: 'create' }
    return { entity, shown, target }
  }
  const { id, found_on_system: isFound } = descriptor
  const changed_by_hand = before.byHand.has(objectKey(descriptor))
  const old = before.old.get(entity.id)
  const reuse: EntityTarget = { kind: 'reuse', object: { id, title: descriptor.title }, isFound }
  if (old !== undefined && JSON.stringify(old.data) === JSON.stringify(entity.data)) {
    return { entity, shown: { ...facts, id, action: 'unchanged', changed_by_hand }, target: reuse }
  }
  const secrets = secretPaths(type.codec.write(current.shown, 'plain'))
  before.needed(entity, type.keepsSecrets?.(current.data, entity.data) === false ? new Set() : secrets)
  const kept = { ...entity, data: withStoredSecrets(entity.data, secrets) }
  const plain = (data: unknown) => type.codec.write(data, 'plain')
  const from =
    changed_by_hand || old === undefined
      ? withMaskedParts(plain(nativeToPack(current.data, before, type)), plain(current.shown))
      : plain(old.data)
  const differences = compareData(from, plain(kept.data), (path) => secrets.has(path))
  const shown: PlannedEntity = { ...facts, id, action: 'update', changed_by_hand, differences }
  return { entity: kept, shown, target: { kind: 'replace', id, isFound } }
}

/** References as the pack has them, so that only other changes are shown. */
function nativeToPack(data: unknown, { installation }: Before, type: ReadEntity['type']): unknown {
  const packIds = new Map(installation.entities.map((one) => [objectKey(one), one.content_pack_entity_id]))
  return type.mapReferences(data, (ref) => packIds.get(`${ref.type}/${ref.id}`) ?? ref.id)
}

/** Packs carry empty texts for secrets: those that are stored stay. */
const withStoredSecrets = (data: unknown, secrets: ReadonlySet<string>) =>
  mapTexts(data, (text, path) => (text === '' && secrets.has(path) ? PASSWORD_SET : text))

async function planLeaving(
  { store, types }: UpgradeDeps,
  installation: StoredInstallation,
  { entities, byHand }: { readonly entities: readonly ReadEntity[]; readonly byHand: ReadonlySet<string> },
): Promise<WholePlan['leaving']> {
  const stays = new Set(entities.map(({ id }) => id))
  const leaving: { descriptor: NativeEntityDescriptor; shown: PlannedEntity }[] = []
  for (const descriptor of installation.entities.filter((one) => !stays.has(one.content_pack_entity_id))) {
    const { content_pack_entity_id, type, title, id, found_on_system } = descriptor
    if ((await types.named(type.name)?.export(id)) === undefined) continue
    const users = (await store.listBy('entity', objectKey(descriptor))).filter((one) => one.id !== installation.id)
    const action = found_on_system || users.length > 0 ? 'keep' : 'delete'
    const changed_by_hand = byHand.has(objectKey(descriptor))
    const shown: PlannedEntity = { content_pack_entity_id, type, title, id, action, changed_by_hand, differences: [] }
    leaving.push({ descriptor, shown })
  }
  return leaving
}

async function apply(
  deps: UpgradeDeps,
  { pack, installation, parameters, entities, leaving }: WholePlan,
  { overwrite }: UpgradeRequest,
  { caller, signal }: Installer,
): Promise<ContentPackInstallation> {
  const { store, baselines, deletions, types } = deps
  const overwritten = new Set(overwrite ?? [])
  const staysAsItIs = ({ changed_by_hand, content_pack_entity_id: id }: PlannedEntity) =>
    changed_by_hand && !overwritten.has(id)
  const targets = new Map(
    entities.map(({ entity, shown, target }) => {
      const isKept = target.kind === 'replace' && staysAsItIs(shown)
      const object = { id: shown.id ?? '', title: shown.title }
      return [entity, isKept ? ({ kind: 'reuse', object, isFound: target.isFound } as const) : target]
    }),
  )
  const deleted = leaving.filter(({ shown }) => shown.action === 'delete' && !staysAsItIs(shown))
  for (const { descriptor } of deleted) requireDelete(types, caller, descriptor)
  const name = `${pack.id}/${pack.rev}`
  const prepared = await prepareEntities(
    deps,
    entities.map(({ entity }) => entity),
    { caller, signal, name, targetOf: async (entity) => targets.get(entity) ?? { kind: 'create' } },
  )
  const further = furtherObjects(installation, prepared.descriptors)
  const given = Object.fromEntries(parameters)
  const upgraded: StoredInstallation = {
    ...installation,
    content_pack_revision: pack.rev,
    parameters: withoutTexts(given),
    entities: [...prepared.descriptors, ...further],
  }
  const intended = deletions.intend(deleted.map(({ descriptor }) => descriptor).toReversed())
  const unchanged = entities.filter(({ shown }) => staysAsItIs(shown) || shown.action === 'unchanged')
  const recorded = [...unchanged.map(({ shown }) => `${shown.type.name}/${shown.id}`), ...further.map(objectKey)]
  const pending = await baselines.pending(upgraded.id, new Set(recorded))
  await commitEntities(deps, prepared, { name, writes: [store.replacing(upgraded), pending, ...intended.writes] })
  // What something else needs meanwhile stays in the installation, so that it can be deleted later.
  const left = await intended.carryOut()
  const carriedOut = { ...upgraded, entities: [...upgraded.entities, ...left] }
  if (left.length > 0) await store.put(carriedOut)
  const whole = await withParameters(deps, carriedOut, pack, given)
  await baselines.record(whole)
  return installationOnWire(whole)
}

/** Objects that were made of a part of an entity that stays, such as the notifications of the callbacks of a stream. */
function furtherObjects(
  installation: StoredInstallation,
  upgraded: readonly NativeEntityDescriptor[],
): readonly NativeEntityDescriptor[] {
  const entities = new Set(upgraded.map((one) => one.content_pack_entity_id))
  const objects = new Set(upgraded.map(objectKey))
  return installation.entities.filter((one) => entities.has(one.content_pack_entity_id) && !objects.has(objectKey(one)))
}
