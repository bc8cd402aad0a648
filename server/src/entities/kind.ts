/** The functions that every kind of object has. */
import type { Prepared } from '../platform/settings/prepared.ts'
import type { Write } from '../platform/settings/settings-store.ts'
import type { AnyEntityType } from './entity-type.ts'

/** Makes a draft from the stored object. It runs again if another writer changes the object meanwhile. */
export type DraftOf<Stored, Draft> = (before: Stored) => Draft | Promise<Draft>

export interface Kind<Stored, Draft, By> {
  list(): Promise<readonly Stored[]>
  find(id: string): Promise<Stored | undefined>
  /** Throws if there is none. */
  get(id: string): Promise<Stored>
  prepareCreate(draft: Draft, by: By): Promise<Prepared<Stored>>
  prepareReplace(id: string, draftOf: DraftOf<Stored, Draft>, by: By): Promise<Prepared<Stored>>
  prepareDelete(id: string): Promise<Prepared<Stored>>
  create(draft: Draft, by: By): Promise<Stored>
  replace(id: string, draftOf: DraftOf<Stored, Draft>, by: By): Promise<Stored>
  /** Deletes the object if `check` does not throw for it. Throws if there is none. */
  delete(id: string, check?: (before: Stored) => void): Promise<Stored>
  /** Write for the commit of an object that uses this one. It fails if this one is deleted. Throws if there is none. */
  claim(id: string): Promise<Write>
  /** Throws if adding these would exceed the limit. Called before a commit, which alone knows how many. */
  requireRoom(more: number): Promise<void>
  /** Type of the kind in content packs and configuration text; undefined if they do not carry it. */
  readonly pack: AnyEntityType | undefined
}

/** A kind whose objects only the kind itself knows. */
export type AnyKind = Pick<Kind<never, never, never>, 'pack'>
