/** The configuration of the system as named entities, and the changes that make the system as they say. */
import type {
  ConfigurationPlan,
  ConfigurationRequest,
  NamedEntity,
  PlannedChange,
} from '@logyard/contract/content-packs/configuration-text'
import { isBuiltInStream, keyOf } from '../../entities/entity-refs.ts'
import type { AnyEntityType } from '../../entities/entity-type.ts'
import type { Caller } from '../../http/caller.ts'
import { entitiesUnexpected, entityNotAllowed, secretsMissing } from '../content-pack-errors.ts'
import type { EntityTypes } from '../entities/entity-types.ts'
import { commitEntities, type InstallationDeps, type Installer } from '../installations/installations.ts'
import { describeEntity, type Outside, orderEntities, type ReadEntity } from '../installations/pack-graph.ts'
import { type EntityTarget, prepareEntities } from '../installations/prepare-entities.ts'
import { compareData, secretPaths, withMaskedParts } from '../values/compare-data.ts'
import { isNameOf, type NamedObject, type NamedObjects, nameObjects } from './entity-names.ts'
import { filledSecrets, namedSecrets, secretPlaces } from './text-secrets.ts'

/** An object that the caller may not read is neither shown, nor compared, nor deleted. */
export type ConfigurationText = ReturnType<typeof createConfigurationText>

/** Replaces a reference to an object that was deleted, that is hidden, or whose type is not part of the text. */
const OBJECT_ID = /^[0-9a-f]{24}$/

/** Objects of one title are numbered in the order of their creation. */
const NUMBERED = new Intl.Collator('en', { numeric: true })

/** Name in errors. */
const NAME = 'of the configuration'

interface WholePlan {
  readonly entities: readonly ReadEntity[]
  readonly targets: ReadonlyMap<ReadEntity, EntityTarget>
  readonly deleted: readonly NamedObject[]
  readonly outside: Outside
  /** Secrets without a value, in places where none is stored. */
  readonly missing: readonly string[]
  readonly shown: ConfigurationPlan
}

export function createConfigurationText(deps: InstallationDeps) {
  const { types, inTurn } = deps
  return {
    async read(caller: Caller) {
      const objects = await nameObjects(types, caller)
      const entities = objects.all.filter(isOwn).map((object) => textOf(object, objects))
      const key = ({ type, name }: NamedEntity) => `${type.name}\n${name}`
      return { entities: entities.toSorted((one, other) => (key(one) < key(other) ? -1 : 1)) }
    },
    plan: async (request: ConfigurationRequest, caller: Caller) => (await planChanges(types, request, caller)).shown,
    apply: (request: ConfigurationRequest, by: Installer) =>
      inTurn(async () => {
        const plan = await planChanges(types, request, by.caller)
        await apply(deps, plan, by)
        return plan.shown
      }),
  }
}

const isOwn = ({ type, id }: NamedObject) => !isBuiltInStream({ type: type.type.name, id })

function textOf({ type, name, exported }: NamedObject, objects: NamedObjects): NamedEntity {
  const named = type.mapReferences(exported.shown, (ref) => objects.nameOf(ref) ?? ref.id)
  const data = type.codec.write(named, 'plain')
  return { type: type.type, name, data: namedSecrets(data, type.type.name, name) }
}

async function planChanges(types: EntityTypes, request: ConfigurationRequest, caller: Caller): Promise<WholePlan> {
  const objects = await nameObjects(types, caller)
  const secrets = new Map(Object.entries(request.secrets ?? {}))
  requireUnique(request.entities)
  const inOrder = request.entities.toSorted((one, other) => NUMBERED.compare(one.name, other.name))
  const given = inOrder.map(({ type, name, data }) => ({ id: name, type, data: filledSecrets(data, secrets) }))
  const places = new Map(
    inOrder.map(({ type, name, data }) => [keyOf({ type: type.name, id: name }), secretPlaces(data)]),
  )
  const outside: Outside = ({ type, id: name }) =>
    objects.byName(type, name)?.id ?? (OBJECT_ID.test(name) ? name : undefined)
  const entities = orderEntities(given, { types, parameters: new Map(), form: 'plain', name: NAME, outside })
  requireTitles(entities)
  const targets = new Map<ReadEntity, EntityTarget>()
  const changes: PlannedChange[] = []
  const missing = new Set<string>()
  for (const entity of entities) {
    const own = places.get(keyOf({ type: entity.type.type.name, id: entity.id })) ?? new Map<string, string>()
    const { target, change, stored } = planEntity(entity, objects, own)
    targets.set(entity, target)
    for (const [path, name] of own) if (!secrets.has(name) && !stored.has(path)) missing.add(name)
    if (change !== undefined) changes.push(change)
  }
  const deleted = request.prune === true ? notNamed(entities, objects) : []
  await requireRemovable(deleted, entities, objects)
  const deletions = deleted.map(({ type, name }): PlannedChange => {
    return { type: type.type, name, action: 'delete', differences: [] }
  })
  const unchanged = entities.length - changes.length
  const shown = { changes: [...changes, ...deletions], unchanged }
  return { entities, targets, deleted, outside, missing: [...missing], shown }
}

function requireUnique(entities: readonly NamedEntity[]): void {
  const seen = new Set<string>()
  for (const { type, name } of entities) {
    const key = `${type.name} "${name}"`
    if (seen.has(key)) throw entitiesUnexpected(`two entities are the ${key}`)
    seen.add(key)
  }
}

/** An object is found again by its title, so that a second application has nothing to change. */
function requireTitles(entities: readonly ReadEntity[]): void {
  const other = entities.find(({ id, type, data }) => !isNameOf(type, data, id))
  if (other === undefined) return
  const what = describe({ type: other.type, name: other.id })
  throw entitiesUnexpected(`the ${what} has the title "${other.title}" in its data; change both to rename it`)
}

interface PlannedTarget {
  readonly target: EntityTarget
  readonly change: PlannedChange | undefined
  /** Where the object has secrets that stay. */
  readonly stored: ReadonlySet<string>
}

/** `given` are the places of secrets in the text. */
function planEntity(entity: ReadEntity, objects: NamedObjects, given: ReadonlyMap<string, string>): PlannedTarget {
  const { type, id: name } = entity
  const object = objects.byName(type.type.name, name)
  const after = type.codec.write(entity.data, 'plain')
  if (object === undefined) {
    const differences = compareData({}, after, (path) => given.has(path))
    const change: PlannedChange = { type: type.type, name, action: 'create', differences }
    return { target: { kind: 'create' }, change, stored: new Set() }
  }
  const { id, exported } = object
  const written = (data: unknown) =>
    type.codec.write(
      type.mapReferences(data, (ref) => objects.nameOf(ref) ?? ref.id),
      'plain',
    )
  const shown = written(exported.shown)
  const stored = secretPaths(shown)
  const before = withMaskedParts(written(exported.data), shown)
  const differences = compareData(before, after, (path) => stored.has(path) || given.has(path))
  if (differences.length === 0) {
    return { target: { kind: 'reuse', object: { id, title: name }, isFound: true }, change: undefined, stored }
  }
  const change: PlannedChange = { type: type.type, name, action: 'update', differences }
  const isKept = type.keepsSecrets?.(exported.data, entity.data) !== false
  return { target: { kind: 'replace', id, isFound: true }, change, stored: isKept ? stored : new Set() }
}

/** Objects of the types that the configuration has. */
function notNamed(entities: readonly ReadEntity[], objects: NamedObjects): readonly NamedObject[] {
  const types = new Set(entities.map(({ type }) => type.type.name))
  const named = new Set(entities.map(({ type, id }) => `${type.type.name}/${id}`))
  return objects.all.filter(
    (object) =>
      isOwn(object) && types.has(object.type.type.name) && !named.has(`${object.type.type.name}/${object.name}`),
  )
}

function requireDelete(caller: Caller, { type, id, name }: NamedObject): void {
  const permission = `${type.permissions.delete}:${id}`
  if (!caller.holds(permission)) {
    throw entityNotAllowed(describeEntity(type.type.name, JSON.stringify(name)), permission)
  }
}

/** Throws if an object that is to be deleted is needed by one that stays, or is not deletable in its own area. */
async function requireRemovable(
  deleted: readonly NamedObject[],
  entities: readonly ReadEntity[],
  objects: NamedObjects,
): Promise<void> {
  const leaving = new Map(deleted.map((object) => [keyOf({ type: object.type.type.name, id: object.name }), object]))
  const named = new Set(entities.map(({ type, id }) => keyOf({ type: type.type.name, id })))
  const refuse = (object: NamedObject, user: string) => {
    throw entitiesUnexpected(`the ${describe(object)} is not named, and is used by ${user}`)
  }
  for (const entity of entities) {
    entity.type.mapReferences(entity.data, ({ type, id: name }) => {
      const object = leaving.get(keyOf({ type, id: name }))
      return object === undefined ? name : refuse(object, `the ${describe({ type: entity.type, name: entity.id })}`)
    })
  }
  const requireUnused = (user: Omit<NamedObject, 'name'>, described: string) =>
    user.type.mapReferences(user.exported.data, (ref) => {
      const object = leaving.get(keyOf({ type: ref.type, id: objects.nameOf(ref) ?? '' }))
      return object?.type.staysWhileUsed === true ? refuse(object, described) : ref.id
    })
  for (const user of objects.all) {
    const key = keyOf({ type: user.type.type.name, id: user.name })
    if (!leaving.has(key) && !named.has(key)) requireUnused(user, `the ${describe(user)}`)
  }
  for (const user of objects.hidden) requireUnused(user, 'an object that you may not read')
  for (const { type, id } of deleted) await type.requireRemovable?.(id)
}

const describe = ({ type, name }: { readonly type: AnyEntityType; readonly name: string }) =>
  `${type.type.name} "${name}"`

async function apply(
  deps: InstallationDeps,
  { entities, targets, deleted, outside, missing, shown }: WholePlan,
  { caller, signal }: Installer,
): Promise<void> {
  if (missing.length > 0) throw secretsMissing(missing)
  if (shown.changes.length === 0) return
  for (const object of deleted) requireDelete(caller, object)
  const targetOf = async (entity: ReadEntity): Promise<EntityTarget> => targets.get(entity) ?? { kind: 'create' }
  const prepared = await prepareEntities(deps, entities, {
    ...{ caller, signal, name: NAME, targetOf, outside },
    origin: 'text',
  })
  // Types are listed with what others use first.
  const objects = deleted.map(({ type, id }) => ({ type: type.type, id })).toReversed()
  const intended = deps.deletions.intend(objects)
  await commitEntities(deps, prepared, { name: NAME, writes: intended.writes })
  await intended.carryOut()
}
