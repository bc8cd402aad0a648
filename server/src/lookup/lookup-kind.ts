/** The common part of tables, caches and data adapters: their names are unique, and they are found by id or name. */
import { entityKind, type KindDeps, type KindSpec } from '../entities/entity-kind.ts'
import type { Kind } from '../entities/kind.ts'
import type { Caller } from '../http/caller.ts'
import type { Problems } from '../http/validation-answer.ts'
import type { Collection, PageOf, PageRequest } from '../platform/settings/settings-store.ts'
import { lookupNameTaken, lookupObjectNotFound, parameterMismatch } from './lookup-errors.ts'

interface Named {
  readonly id: string
  readonly name: string
  readonly title: string
}

interface NamedDraft {
  readonly id?: string | null
  readonly name: string
}

export interface LookupKind<Stored extends Named, Draft extends NamedDraft>
  extends Pick<Kind<Stored, Draft, Caller>, 'create' | 'prepareCreate' | 'pack'> {
  page(request: PageRequest): Promise<PageOf<Stored>>
  /** Checks that the caller may read it. */
  get(caller: Caller, idOrName: string): Promise<Stored>
  /** Object for another action than reading. */
  getFor(caller: Caller, action: 'edit' | 'delete', idOrName: string): Promise<Stored>
  /** Changes the object whose id the draft has, or that the path names if the draft has none. */
  update(caller: Caller, idOrName: string, draft: Draft): Promise<Stored>
  delete(caller: Caller, idOrName: string): Promise<Stored>
  /** The problem of the draft if another object has its name. */
  nameProblems(draft: NamedDraft): Promise<Problems>
}

export interface LookupKindDeps extends KindDeps {
  /** Resolves once the live objects follow the stored ones. */
  readonly follow: (id: string) => Promise<void>
}

interface LookupKindSpec<Stored extends Named, Draft, Data>
  extends Omit<KindSpec<Stored, Draft, Caller, Data>, 'titleOf' | 'takeEffect' | 'notFound' | 'taken'> {
  /** `cache`: one object, in problems of drafts. */
  readonly one: string
}

const ID = /^[0-9a-f]{24}$/i

export function lookupKind<Stored extends Named, Draft extends NamedDraft, Data>(
  deps: LookupKindDeps,
  store: Pick<Collection<Stored, 'name'>, 'find' | 'findBy' | 'page'>,
  spec: LookupKindSpec<Stored, Draft, Data>,
): LookupKind<Stored, Draft> {
  const kind = entityKind<Stored, Draft, Caller, Data>(deps, {
    ...spec,
    titleOf: ({ title }) => title,
    takeEffect: (change) => deps.follow(change.action === 'delete' ? change.before.id : change.after.id),
    notFound: lookupObjectNotFound,
    taken: ({ name }) => lookupNameTaken(name),
  })

  async function getFor(caller: Caller, action: string, idOrName: string): Promise<Stored> {
    const found = await (ID.test(idOrName) ? store.find(idOrName) : store.findBy('name', idOrName))
    // Without the permission nobody learns which names exist.
    caller.require(`lookuptables:${action}:${found?.id ?? idOrName}`)
    if (found === undefined) throw lookupObjectNotFound()
    return found
  }

  return {
    create: kind.create,
    prepareCreate: kind.prepareCreate,
    pack: kind.pack,
    page: store.page,
    get: (caller, idOrName) => getFor(caller, 'read', idOrName),
    getFor,
    async update(caller, idOrName, draft) {
      if (idOrName !== draft.id && idOrName !== draft.name) throw parameterMismatch(idOrName)
      const { id } = await getFor(caller, 'edit', draft.id ?? idOrName)
      return kind.replace(id, () => draft, caller)
    },
    async delete(caller, idOrName) {
      const { id } = await getFor(caller, 'delete', idOrName)
      return kind.delete(id)
    },
    async nameProblems({ id, name }) {
      const other = await store.findBy('name', name)
      if (other === undefined || other.id === id) return {}
      return { name: [`The ${spec.one} name is already in use.`] }
    },
  }
}
