/** What tables, caches and data adapters share: they are found by id or name, and their names are unique. */
import type { Caller } from '../http/caller.ts'
import type { Ids } from '../platform/ids.ts'
import type { Prepared } from '../platform/settings/prepared.ts'
import { type Collection, type PageOf, type PageRequest, UniqueTaken } from '../platform/settings/settings-store.ts'
import { lookupNameTaken, lookupObjectNotFound, parameterMismatch } from './lookup-errors.ts'

interface Named {
  readonly id: string
  readonly name: string
}

export interface NamedDraft {
  readonly id?: string | null
  readonly name: string
}

export interface NamedObjects<Stored extends Named, Draft extends NamedDraft> {
  page(request: PageRequest): Promise<PageOf<Stored>>
  find(idOrName: string): Promise<Stored | undefined>
  /** Checks that the caller may read it. */
  get(caller: Caller, idOrName: string): Promise<Stored>
  /** For another action than reading. */
  getFor(caller: Caller, action: 'edit' | 'delete', idOrName: string): Promise<Stored>
  create(draft: Draft): Promise<Stored>
  /** To be stored together with others. With an id it replaces that object. */
  preparing(draft: Draft, id: string | undefined): Promise<Prepared<Stored>>
  /**
   * Changes the object whose id the draft has, or that the path names if the draft has none. `check` gets the object
   * that is changed, and throws if it may not be.
   */
  update(caller: Caller, idOrName: string, draft: Draft, check?: (before: Stored) => Promise<void>): Promise<Stored>
  delete(caller: Caller, idOrName: string): Promise<Stored>
  /** Whether another object than `id` has the name. */
  isTaken(draft: NamedDraft): Promise<boolean>
}

export interface NamedObjectsDeps<Stored extends Named, Draft extends NamedDraft> {
  readonly store: Collection<Stored, 'name'>
  readonly ids: Ids
  /** `before` is the object that is changed. */
  readonly stored: (id: string, draft: Draft, before: Stored | undefined) => Stored
  /** Throws if the object cannot be deleted. */
  readonly mayDelete: (stored: Stored) => Promise<void>
  /** Resolves once the live objects follow the stored ones. */
  readonly changed: (id: string) => Promise<void>
}

const ID = /^[0-9a-f]{24}$/i

export function createNamedObjects<Stored extends Named, Draft extends NamedDraft>(
  deps: NamedObjectsDeps<Stored, Draft>,
): NamedObjects<Stored, Draft> {
  const { store, ids, changed } = deps

  const find = (idOrName: string) => (ID.test(idOrName) ? store.find(idOrName) : store.findBy('name', idOrName))

  async function getWith(caller: Caller, action: string, idOrName: string): Promise<Stored> {
    const found = await find(idOrName)
    // Without the permission nobody learns which names exist.
    caller.require(`lookuptables:${action}:${found?.id ?? idOrName}`)
    if (found === undefined) throw lookupObjectNotFound()
    return found
  }

  async function isTaken({ id, name }: NamedDraft): Promise<boolean> {
    const other = await store.findBy('name', name)
    return other !== undefined && other.id !== id
  }

  async function unlessTaken(name: string, write: () => Promise<Stored | undefined>): Promise<Stored> {
    try {
      const written = await write()
      if (written === undefined) throw lookupObjectNotFound()
      await changed(written.id)
      return written
    } catch (error) {
      if (error instanceof UniqueTaken) throw lookupNameTaken(name)
      throw error
    }
  }

  return {
    page: store.page,
    find,
    get: (caller, idOrName) => getWith(caller, 'read', idOrName),
    getFor: getWith,
    create: (draft) => unlessTaken(draft.name, () => store.insert(deps.stored(ids.next(), draft, undefined))),
    async preparing(draft, id) {
      const before = id === undefined ? undefined : await store.findVersioned(id)
      const stored = deps.stored(before?.document.id ?? ids.next(), draft, before?.document)
      const write = before === undefined ? store.inserting(stored) : store.replacing(stored, before.version)
      return { entity: stored, writes: [write], takeEffect: () => changed(stored.id) }
    },
    async update(caller, idOrName, draft, check) {
      if (idOrName !== draft.id && idOrName !== draft.name) throw parameterMismatch(idOrName)
      const found = await getWith(caller, 'edit', draft.id ?? idOrName)
      await check?.(found)
      const { id } = found
      return unlessTaken(draft.name, () => store.update(id, (before) => deps.stored(id, draft, before)))
    },
    async delete(caller, idOrName) {
      const found = await getWith(caller, 'delete', idOrName)
      await deps.mayDelete(found)
      await store.delete(found.id)
      await changed(found.id)
      return found
    },
    isTaken,
  }
}
