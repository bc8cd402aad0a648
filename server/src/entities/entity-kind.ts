/**
 * A kind of object, described once beside its area: how a draft becomes an object, what is stored with it, and how it
 * travels in content packs. Every change is prepared. The API commits one change, content packs and configuration text
 * commit many together.
 */
import type { EntityDeletion } from '../identity/shares/entity-deletion.ts'
import type { LogyardError } from '../platform/errors.ts'
import type { Ids } from '../platform/ids.ts'
import type { Prepared } from '../platform/settings/prepared.ts'
import type { Replica } from '../platform/settings/replica.ts'
import type { Collection, CollectionSpec, Document, SettingsStore, Write } from '../platform/settings/settings-store.ts'
import { commitPrepared } from './commit-prepared.ts'
import type { DraftOf, Kind } from './kind.ts'
import { createPackType, type PackPart } from './pack-part.ts'

/** One change of one object. `by` is the one who makes it, in the form that the kind needs. */
export type Change<Stored, Draft, By> =
  | { readonly action: 'create'; readonly after: Stored; readonly draft: Draft; readonly by: By }
  | {
      readonly action: 'replace'
      readonly before: Stored
      readonly after: Stored
      readonly draft: Draft
      readonly by: By
    }
  | { readonly action: 'delete'; readonly before: Stored }

/** Object that the draft becomes, and the one who makes the change. */
export interface Place<Stored, By> {
  readonly id: string
  /** The object that is replaced. */
  readonly before: Stored | undefined
  readonly by: By
}

/** `By` is the one who makes a change, in the form that the rules need; `void` if they need nothing. */
export interface KindSpec<Stored extends Document, Draft, By, Data> {
  readonly collection: CollectionSpec<Stored>
  /** Copies of the objects in memory, for kinds that are read often. */
  readonly replica?: Pick<Replica<Stored>, 'fresh' | 'find' | 'list'>
  titleOf(object: Stored): string
  /** The order of lists, if not that of creation. */
  sorted?(objects: readonly Stored[]): readonly Stored[]
  /** The only function that knows the rules of the kind. Throws if the draft breaks one. */
  read(draft: Draft, place: Place<Stored, By>): Stored | Promise<Stored>
  /** Writes that belong to the change: of grants, of states, of objects that name this one. */
  beside?(change: Change<Stored, Draft, By>): Promise<readonly Write[]>
  /** Throws if other objects need this one. */
  requireUnused?(object: Stored): Promise<void>
  /** Called after the commit; later messages and requests then follow the change. */
  takeEffect?(change: Change<Stored, Draft, By>): Promise<unknown>
  /** Present if the objects have GRNs: their grants and start pages are deleted with them. */
  readonly shared?: { readonly deletion: EntityDeletion; readonly grnOf: (object: Stored) => string }
  notFound(id: string): LogyardError
  /** Error if another object has the unique name of this one. */
  taken?(object: Stored): LogyardError
  /** Changes on this node run one after the other, because `read` counts what all objects hold. */
  readonly isOneByOne?: true
  readonly limit?: { readonly most: number; readonly error: (most: number) => LogyardError }
  /** Absent for kinds that content packs do not carry. */
  readonly pack?: PackPart<Stored, Draft, By, Data>
}

export interface KindDeps {
  readonly settings: SettingsStore
  readonly ids: Ids
}

export function entityKind<Stored extends Document, Draft, By = void, Data = never>(
  { settings, ids }: KindDeps,
  spec: KindSpec<Stored, Draft, By, Data>,
): Kind<Stored, Draft, By> {
  const store = settings.collection(spec.collection)
  const { replica, limit } = spec
  const inTurn = spec.isOneByOne ? settings.turns(spec.collection.name) : undefined
  const queries = replica === undefined ? store : inMemory(replica)

  async function prepared(change: Change<Stored, Draft, By>, write: Write): Promise<Prepared<Stored>> {
    const beside = (await spec.beside?.(change)) ?? []
    if (change.action !== 'delete' || spec.shared === undefined) {
      const entity = change.action === 'delete' ? change.before : change.after
      return { entity, writes: [write, ...beside], takeEffect: async () => spec.takeEffect?.(change) }
    }
    const { before: entity } = change
    const { deletion, grnOf } = spec.shared
    const grn = grnOf(entity)
    return {
      entity,
      writes: [write, ...beside, ...(await deletion.writes(grn))],
      async takeEffect() {
        try {
          await spec.takeEffect?.(change)
        } finally {
          await deletion.finish(grn, entity.id)
        }
      },
    }
  }
  async function getVersioned(id: string) {
    const found = await store.findVersioned(id)
    if (found === undefined) throw spec.notFound(id)
    return found
  }
  async function prepareCreate(draft: Draft, by: By) {
    const after = await spec.read(draft, { id: ids.next(), before: undefined, by })
    return prepared({ action: 'create', after, draft, by }, store.inserting(after))
  }
  async function prepareReplace(id: string, draftOf: DraftOf<Stored, Draft>, by: By) {
    const { document: before, version } = await getVersioned(id)
    const draft = await draftOf(before)
    const after = await spec.read(draft, { id, before, by })
    return prepared({ action: 'replace', before, after, draft, by }, store.replacing(after, version))
  }
  async function prepareDelete(id: string, check?: (before: Stored) => void) {
    const { document: before, version } = await getVersioned(id)
    check?.(before)
    await spec.requireUnused?.(before)
    return prepared({ action: 'delete', before }, store.deleting(id, version))
  }
  async function requireRoom(more: number): Promise<void> {
    if (limit !== undefined && (await store.count()) + more > limit.most) throw limit.error(limit.most)
  }
  function commit(prepare: () => Promise<Prepared<Stored>>): Promise<Stored> {
    const committing = () =>
      commitPrepared(settings, prepare, (error, object) =>
        error.collection === spec.collection.name ? spec.taken?.(object) : undefined,
      )
    return inTurn === undefined ? committing() : inTurn(committing)
  }

  const kind = {
    async list() {
      const objects = await queries.list()
      return spec.sorted?.(objects) ?? objects
    },
    find: queries.find,
    async get(id: string) {
      const found = await queries.find(id)
      if (found === undefined) throw spec.notFound(id)
      return found
    },
    ...{ prepareCreate, prepareReplace, prepareDelete, requireRoom },
    create: (draft: Draft, by: By) =>
      commit(async () => {
        const created = await prepareCreate(draft, by)
        await requireRoom(1)
        return created
      }),
    replace: (id: string, draftOf: DraftOf<Stored, Draft>, by: By) => commit(() => prepareReplace(id, draftOf, by)),
    delete: (id: string, check?: (before: Stored) => void) => commit(() => prepareDelete(id, check)),
    async claim(id: string) {
      const { document, version } = await getVersioned(id)
      return store.replacing(document, version)
    },
  }
  return { ...kind, pack: spec.pack && createPackType(kind, spec.pack, spec.titleOf) }
}

function inMemory<Stored extends Document>(
  replica: Pick<Replica<Stored>, 'fresh' | 'find' | 'list'>,
): Pick<Collection<Stored>, 'find' | 'list'> {
  return {
    async find(id) {
      await replica.fresh()
      return replica.find(id)
    },
    async list() {
      await replica.fresh()
      return replica.list()
    },
  }
}
