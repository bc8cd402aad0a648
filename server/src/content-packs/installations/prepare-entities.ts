/** Prepares entities to be stored in one commit: new ones, and such that replace objects. */
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { NativeEntityDescriptor } from '@logyard/contract/content-packs/content-packs'
import type { UrlWhitelistEntry } from '@logyard/contract/url-whitelist/url-whitelist'
import { keyOf, nameIn } from '../../entities/entity-refs.ts'
import type { ConnectionChange, EntityRef, Excerpt, Installing } from '../../entities/entity-type.ts'
import type { Caller } from '../../http/caller.ts'
import type { PipelineConnectionService } from '../../pipelines/connection-service.ts'
import { LogyardError } from '../../platform/errors.ts'
import type { Prepared } from '../../platform/settings/prepared.ts'
import type { Write } from '../../platform/settings/settings-store.ts'
import type { UrlWhitelist } from '../../url-whitelist/url-whitelist.ts'
import { entitiesUnexpected, entityNotAllowed, installationFailed } from '../content-pack-errors.ts'
import { type LegacyAlerting, prepareLegacyAlerting } from '../entities/legacy-alerting.ts'
import { reasonOf } from '../reason-of.ts'
import { builtInOnly, describeEntity, type Outside, type ReadEntity } from './pack-graph.ts'

export interface PrepareDeps {
  readonly kinds: LegacyAlerting
  readonly connections: Pick<PipelineConnectionService, 'changing'>
  readonly publishPipelines: () => Promise<unknown>
  readonly urlWhitelist: Pick<UrlWhitelist, 'changing'>
}

/** The fate of an entity: it is an object that exists, it replaces one, or it is created. */
export type EntityTarget =
  | { readonly kind: 'reuse'; readonly object: Excerpt; readonly isFound: boolean }
  | { readonly kind: 'replace'; readonly id: string; readonly isFound: boolean }
  | { readonly kind: 'create' }

export interface PreparedEntities {
  readonly descriptors: readonly NativeEntityDescriptor[]
  readonly writes: readonly Write[]
  takeEffect(): Promise<void>
}

export interface PrepareOptions {
  readonly caller: Caller
  readonly signal: AbortSignal
  /** Name in errors. */
  readonly name: string
  readonly targetOf: (entity: ReadEntity) => Promise<EntityTarget>
  readonly outside?: Outside
  /** A pack unless said otherwise. */
  readonly origin?: Installing['origin']
}

export async function prepareEntities(
  deps: PrepareDeps,
  entities: readonly ReadEntity[],
  { caller, signal, name, targetOf, outside = builtInOnly, origin = 'pack' }: PrepareOptions,
): Promise<PreparedEntities> {
  const shared = createSharedChanges()
  const created = new Set<string>()
  const by = ownerOf(caller, created)
  const own = (id: string) => void created.add(id)
  const included = includedIn(entities)
  const installing: Installing = {
    ...{ caller: by, own, signal, origin, included, shared },
    async prepareAlerting(stream, old) {
      own(stream.id)
      await prepareLegacyAlerting(deps.kinds, stream, old, { caller: by, own, shared })
    },
  }
  const nativeIds = new Map<string, string>()
  const descriptors: NativeEntityDescriptor[] = []
  const prepared: Prepared<unknown>[] = []
  const added: ReadEntity[] = []
  for (const entity of entities) {
    signal.throwIfAborted()
    await nextTurn()
    const { id: content_pack_entity_id, type } = entity
    const done = await prepareOne(entity, { installing, targetOf, nativeIds, name, outside })
    // The author of the pack may choose the id of an object of another user.
    if (done.isNew && type.hasChosenIds !== true) own(done.object.id)
    nativeIds.set(keyOf({ type: type.type.name, id: entity.id }), done.object.id)
    const { id, title } = done.object
    descriptors.push({ content_pack_entity_id, id, type: type.type, title, found_on_system: done.isFound })
    if (done.prepared !== undefined) prepared.push(done.prepared)
    if (done.isNew) added.push(entity)
    for (const more of shared.takeMore()) {
      prepared.push(more.prepared)
      const { id: moreId, title: moreTitle } = more.prepared.entity
      descriptors.push({
        content_pack_entity_id,
        id: moreId,
        type: more.type,
        title: moreTitle,
        found_on_system: false,
      })
    }
  }
  await requireRoom(added, name)
  return {
    descriptors,
    writes: withoutRepeated([...prepared.flatMap((one) => one.writes), ...(await shared.writes(deps))]),
    async takeEffect() {
      for (const { takeEffect } of prepared) await takeEffect()
      if (shared.hasConnections()) await deps.publishPipelines()
    },
  }
}

/** Each was prepared as if it were the only new one of its type. */
async function requireRoom(added: readonly ReadEntity[], name: string): Promise<void> {
  for (const [type, entities] of Map.groupBy(added, (entity) => entity.type)) {
    try {
      await type.requireRoom?.(entities.map(({ data }) => data))
    } catch (error) {
      if (!(error instanceof LogyardError)) throw error
      throw installationFailed(name, `entities of the type ${type.type.name}`, error.message, { cause: error })
    }
  }
}

/** Entities that need the same object, such as an index set, each claim it by writing it as it is. */
function withoutRepeated(writes: readonly Write[]): readonly Write[] {
  return [...new Map(writes.map((write) => [JSON.stringify(write), write])).values()]
}

interface OneDeps {
  readonly installing: Installing
  readonly targetOf: PrepareOptions['targetOf']
  readonly nativeIds: ReadonlyMap<string, string>
  readonly name: string
  readonly outside: Outside
}

async function prepareOne(entity: ReadEntity, { installing, targetOf, nativeIds, name, outside }: OneDeps) {
  const { type, data, title } = entity
  const what = describeEntity(type.type.name, JSON.stringify(title))
  const require = (permission: string) => {
    if (!installing.caller.holds(permission)) throw entityNotAllowed(what, permission)
  }
  const nativeId = (ref: EntityRef) => {
    const id = nativeIds.get(keyOf(ref)) ?? outside(ref) ?? (ref.isOptional ? ref.id : undefined)
    if (id === undefined) throw entitiesUnexpected(`the ${ref.type} ${ref.id} needs this entity, and is needed by it`)
    if (ref.type === 'stream' && ref.isOptional !== true) require(`streams:read:${id}`)
    if (ref.type === 'output') require(`outputs:read:${id}`)
    return id
  }
  try {
    const target = await targetOf(entity)
    if (target.kind === 'reuse')
      return { object: target.object, isFound: target.isFound, isNew: false, prepared: undefined }
    for (const permission of neededFor(target, entity)) require(permission)
    const native = type.mapReferences(data, nativeId)
    const replacing = target.kind === 'replace' ? target : undefined
    const prepared = await type.prepare(native, installing, replacing?.id)
    const object = { id: prepared.entity.id, title: prepared.entity.title }
    return { object, isFound: replacing?.isFound ?? false, isNew: replacing === undefined, prepared }
  } catch (error) {
    if (!(error instanceof LogyardError) || error.kind === 'denied') throw error
    throw installationFailed(name, what, reasonOf(error), { cause: error })
  }
}

function neededFor(target: Exclude<EntityTarget, { kind: 'reuse' }>, { type, data }: ReadEntity): readonly string[] {
  const { create, edit } = type.permissions
  const own = target.kind === 'replace' ? `${edit}:${target.id}` : create
  return [...(own === undefined ? [] : [own]), ...(type.alsoNeeded?.(data) ?? [])]
}

/** The caller owns the objects that are created. */
function ownerOf(caller: Caller, created: ReadonlySet<string>): Caller {
  const isOwn = (permission: string) => created.has(permission.split(':')[2] ?? '')
  return {
    ...caller,
    holds: (permission) => isOwn(permission) || caller.holds(permission),
    require(permission) {
      if (!isOwn(permission)) caller.require(permission)
    },
  }
}

/** Names by which entities of the pack may use others of it. */
function includedIn(entities: readonly ReadEntity[]): Installing['included'] {
  const ofType = (name: string) => entities.filter(({ type }) => type.type.name === name)
  const patterns = ofType('grok_pattern').map(({ data }) => {
    const { pattern } = data as { readonly pattern: string }
    return [nameIn(data), pattern] as const
  })
  return {
    tables: new Set(ofType('lookup_table').map(({ data }) => nameIn(data))),
    streams: new Set(ofType('stream').map(({ title }) => title)),
    grokPatterns: new Map(patterns),
  }
}

function createSharedChanges() {
  const connections: ConnectionChange[] = []
  const whitelisted: UrlWhitelistEntry[] = []
  let more: Parameters<Installing['shared']['with']>[0][] = []
  return {
    connect: (change: ConnectionChange) => void connections.push(change),
    whitelist: (entry: UrlWhitelistEntry) => void whitelisted.push(entry),
    with: (of: Parameters<Installing['shared']['with']>[0]) => void more.push(of),
    hasConnections: () => connections.length > 0,
    takeMore() {
      const taken = more
      more = []
      return taken
    },
    async writes({ connections: service, urlWhitelist }: PrepareDeps): Promise<readonly Write[]> {
      const connecting = connections.length === 0 ? [] : await service.changing(connections)
      return whitelisted.length === 0 ? connecting : [...connecting, await urlWhitelist.changing(whitelisted, [])]
    },
  }
}
