/** Installs packs, whole or not at all, and uninstalls them. */
import type {
  ContentPack,
  ContentPackInstallation,
  InstallRequest,
  NativeEntityDescriptor,
  UninstallResponse,
} from '@logyard/contract/content-packs/content-packs'
import type { Caller } from '../../http/caller.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Ids } from '../../platform/ids.ts'
import type { Log } from '../../platform/log.ts'
import type { Mutex } from '../../platform/mutex.ts'
import { isLostRace, type SettingsStore } from '../../platform/settings/settings-store.ts'
import { CURRENT_SERVER, checkConstraints, describe } from '../constraints.ts'
import {
  constraintsFailed,
  entityNotAllowed,
  installationFailed,
  installationNotFound,
} from '../content-pack-errors.ts'
import { type Deletions, existing } from '../deletions.ts'
import type { EntityTypes } from '../entities/entity-types.ts'
import {
  type BaselineStore,
  type InstallationStore,
  installationOnWire,
  type StoredInstallation,
} from '../installation-store.ts'
import type { ContentPacks } from '../packs/pack-service.ts'
import { readParameters } from '../values/read-parameters.ts'
import { type Baselines, objectKey } from './baselines.ts'
import { describeEntity, type ReadEntity, readEntities } from './pack-graph.ts'
import { type EntityTarget, type PrepareDeps, type PreparedEntities, prepareEntities } from './prepare-entities.ts'
import { secretParameters, withoutTexts, withStoredTexts } from './secret-parameters.ts'

export interface InstallationDeps extends PrepareDeps {
  readonly settings: SettingsStore
  readonly store: InstallationStore
  readonly baselineStore: BaselineStore
  readonly baselines: Baselines
  readonly deletions: Pick<Deletions, 'intend'>
  /** Shared by all that changes packs and installations, so that each sees what the others did. */
  readonly inTurn: Mutex
  readonly packs: Pick<ContentPacks, 'get' | 'find'>
  readonly types: EntityTypes
  readonly clock: Clock
  readonly ids: Ids
  readonly log: Log
}

export interface Installer {
  readonly caller: Caller
  readonly signal: AbortSignal
}

export type Installations = ReturnType<typeof createInstallations>

export function createInstallations(deps: InstallationDeps) {
  const { store, packs, inTurn } = deps
  /** Throws if the installation is not one of the pack. */
  const get = async (packId: string, id: string) => {
    const found = await store.find(id)
    if (found === undefined || found.content_pack_id !== packId) throw installationNotFound(id)
    return found
  }
  return {
    list: async (packId: string) => (await store.listBy('pack', packId)).map(installationOnWire),
    get,
    install: (pack: ContentPack, request: InstallRequest, by: Installer) =>
      inTurn(async () => {
        // It may have been deleted while the installation waited for its turn.
        await packs.get(pack.id, pack.rev)
        return install(deps, pack, request, by)
      }),
    /** Those that uninstalling would delete. */
    async deletable(packId: string, id: string) {
      const installation = await get(packId, id)
      await packs.get(packId, installation.content_pack_revision)
      const { deleted } = await dividedEntities(deps, installation)
      return existing(deps.types, deleted)
    },
    /** Throws before anything is deleted if the caller may not delete one of the objects. */
    uninstall: (packId: string, id: string, caller: Caller) =>
      inTurn(async () => {
        const installation = await get(packId, id)
        const pack = await packs.get(packId, installation.content_pack_revision)
        return { content_pack: pack, uninstalled: await uninstall(deps, installation, caller) }
      }),
    /** Call it at a start: records what the last stop kept from being recorded. */
    async finish() {
      for (const id of await deps.baselines.unrecorded()) await finishRecords(deps, id)
    },
  }
}

async function install(
  deps: InstallationDeps,
  pack: ContentPack,
  request: InstallRequest,
  { caller, signal }: Installer,
): Promise<ContentPackInstallation> {
  const { store, types, ids, clock } = deps
  const parameters = checkInstallable(pack, request.parameters ?? {})
  const entities = readEntities(pack, { types, parameters })
  const name = `${pack.id}/${pack.rev}`
  const prepared = await prepareEntities(deps, entities, {
    ...{ caller, signal, name },
    targetOf: (entity) => targetOfNew(deps, entity),
  })
  const given = Object.fromEntries(parameters)
  const installation: StoredInstallation = {
    id: ids.next(),
    content_pack_id: pack.id,
    content_pack_revision: pack.rev,
    parameters: withoutTexts(given),
    entities: [...prepared.descriptors],
    comment: request.comment ?? '',
    created_at: clock.now().toISOString(),
    created_by: caller.username,
  }
  const writes = [store.inserting(installation), await deps.baselines.pending(installation.id)]
  await commitEntities(deps, prepared, { name, writes })
  const whole = await withParameters(deps, installation, pack, given)
  await deps.baselines.record(whole)
  return installationOnWire(whole)
}

/** The secrets among the values can be told only once the objects are stored. Until then no text is. */
export async function withParameters(
  { settings, store, types }: Pick<InstallationDeps, 'settings' | 'store' | 'types'>,
  installation: StoredInstallation,
  pack: ContentPack,
  given: StoredInstallation['parameters'],
): Promise<StoredInstallation> {
  const secret = await secretParameters(types, pack.entities, installation.entities)
  const whole = { ...installation, parameters: withoutTexts(given, secret) }
  if (Object.keys(given).length > 0) await settings.commit([store.replacing(whole)])
  return whole
}

async function finishRecords({ store, baselines, packs, types }: InstallationDeps, id: string): Promise<void> {
  const installation = await store.find(id)
  if (installation === undefined) return
  const pack = await packs.find(installation.content_pack_id, installation.content_pack_revision)
  const parameters = await withStoredTexts(types, pack?.entities ?? [], installation)
  await store.put({ ...installation, parameters })
  await baselines.record(installation)
}

export function checkInstallable(pack: ContentPack, given: NonNullable<InstallRequest['parameters']>) {
  const failed = checkConstraints(pack.entities).filter(({ fulfilled }) => !fulfilled)
  if (failed.length > 0)
    throw constraintsFailed(
      failed.map(({ constraint }) => describe(constraint)),
      CURRENT_SERVER,
    )
  return readParameters(pack.parameters, given)
}

/** The whole of it, or nothing. */
export async function commitEntities(
  { settings, log }: Pick<InstallationDeps, 'settings' | 'log'>,
  prepared: PreparedEntities,
  { name, writes }: { readonly name: string; readonly writes: Parameters<SettingsStore['commit']>[0] },
): Promise<void> {
  try {
    await settings.commit([...prepared.writes, ...writes])
  } catch (error) {
    if (isLostRace(error)) throw installationFailed(name, 'nothing was stored', error.message, { cause: error })
    throw error
  }
  try {
    await prepared.takeEffect()
  } catch (error) {
    // The objects are stored, and take effect at the next change or start.
    log.error({ err: error, pack: name }, 'the installed objects are not in effect yet')
  }
}

/** An object that no installation made was on the system before. */
export async function targetOfNew(
  { store }: Pick<InstallationDeps, 'store'>,
  { type, data }: ReadEntity,
): Promise<EntityTarget> {
  const replaced = await type.findReplaced?.(data)
  if (replaced !== undefined) {
    return {
      kind: 'replace',
      id: replaced.id,
      isFound: await isFoundOnSystem(store, `${type.type.name}/${replaced.id}`),
    }
  }
  const object = await type.findExisting?.(data)
  if (object === undefined) return { kind: 'create' }
  return { kind: 'reuse', object, isFound: await isFoundOnSystem(store, `${type.type.name}/${object.id}`) }
}

async function isFoundOnSystem(store: InstallationStore, key: string): Promise<boolean> {
  const installations = await store.listBy('entity', key)
  if (installations.length === 0) return true
  return installations.some(({ entities }) => entities.some((one) => one.found_on_system && objectKey(one) === key))
}

/** Objects that another installation uses, or that were there before, stay. */
async function dividedEntities({ store }: Pick<InstallationDeps, 'store'>, installation: StoredInstallation) {
  const users = new Map<string, number>()
  const found = new Set<string>()
  for (const { entities } of await store.list()) {
    for (const key of new Set(entities.map(objectKey))) users.set(key, (users.get(key) ?? 0) + 1)
    for (const entity of entities) if (entity.found_on_system) found.add(objectKey(entity))
  }
  const stays = (entity: NativeEntityDescriptor) => {
    const key = objectKey(entity)
    return found.has(key) || (users.get(key) ?? 0) > 1
  }
  const { entities } = installation
  return { deleted: entities.filter((one) => !stays(one)), skipped: entities.filter(stays) }
}

async function uninstall(
  deps: InstallationDeps,
  installation: StoredInstallation,
  caller: Caller,
): Promise<UninstallResponse['uninstalled']> {
  const { settings, store, baselineStore, deletions } = deps
  const { deleted, skipped } = await dividedEntities(deps, installation)
  const objects = await existing(deps.types, deleted)
  for (const object of objects) requireDelete(deps.types, caller, object)
  // Objects that use others are deleted first.
  const intended = deletions.intend(objects.toReversed())
  await settings.commit([store.deleting(installation.id), baselineStore.deleting(installation.id), ...intended.writes])
  const failed = new Set(await intended.carryOut())
  return {
    entities: objects.filter((one) => !failed.has(one)),
    failed_entities: objects.filter((one) => failed.has(one)),
    skipped_entities: skipped,
  }
}

export function requireDelete(types: EntityTypes, caller: Caller, { type, id, title }: NativeEntityDescriptor): void {
  const permission = `${types.named(type.name)?.permissions.delete}:${id}`
  if (!caller.holds(permission)) throw entityNotAllowed(describeEntity(type.name, JSON.stringify(title)), permission)
}
