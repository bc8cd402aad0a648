/** The parts of a kind of entity that content packs need: how it is written, found, stored and deleted. */
import type { ModelType } from '@logyard/contract/content-packs/model-types'
import type { UrlWhitelistEntry } from '@logyard/contract/url-whitelist/url-whitelist'
import type { Caller } from '../http/caller.ts'
import type { Prepared } from '../platform/settings/prepared.ts'
import type { Codec } from './codecs/codec.ts'

/** An entity by its type and an id: of the pack, or of the system. */
export interface EntityRef {
  readonly type: string
  readonly id: string
  /** Whether the id stays in the data if there is no such object. */
  readonly isOptional?: true
}

/** An entity by its type and the name that others use for it. */
export interface EntityName {
  readonly type: string
  readonly name: string
}

export interface Excerpt {
  readonly id: string
  readonly title: string
}

/** The permissions that the API requires to read, create, change and delete such objects. */
export interface EntityPermissions {
  /** Permissions to read the object with this id; one of them is enough. */
  read(id: string): readonly string[]
  /** Permission to create one; undefined if every user may. */
  readonly create: string | undefined
  /** Permissions to change and delete one, to which the id of the object is appended. */
  readonly edit: string
  readonly delete: string
}

export interface ExportedEntity<Data> {
  readonly title: string
  /** References are ids of the system. */
  readonly data: Data
  /** Data with placeholders for secrets. */
  readonly shown: Data
}

/** Objects of the same commit, which others may name although they are not stored yet. */
export interface IncludedParts {
  readonly tables: ReadonlySet<string>
  readonly grokPatterns: ReadonlyMap<string, string>
}

export interface ConnectionChange {
  readonly pipelineId: string
  readonly streamId: string
  readonly isConnected: boolean
}

/** The writes of one commit, while it is prepared. */
export interface Installing {
  /** The user who installs, with all permissions on the objects that are created. */
  readonly caller: Caller
  /** Marks an object as created by this commit. */
  own(id: string): void
  readonly signal: AbortSignal
  /**
   * A pack, or configuration as text. The streams of packs always start, and their rules are stored with the errors of
   * their sources, as in the API of Graylog.
   */
  readonly origin: 'pack' | 'text'
  readonly included: IncludedParts & { readonly streams: ReadonlySet<string> }
  /** Changes of documents that several entities share. */
  readonly shared: SharedChanges
  /** Makes event definitions and notifications of what a new stream of an old pack has instead. */
  prepareAlerting(stream: Excerpt, old: OldAlerting): Promise<void>
}

type Settings = Readonly<Record<string, unknown>>

export interface OldAlerting {
  readonly alert_conditions: readonly { readonly type: string; readonly title: string; readonly parameters: Settings }[]
  readonly alarm_callbacks: readonly {
    readonly type: string
    readonly title: string
    readonly configuration: Settings
  }[]
}

export interface SharedChanges {
  connect(change: ConnectionChange): void
  whitelist(entry: UrlWhitelistEntry): void
  /** A further object that belongs to an entity. */
  with(of: { readonly type: ModelType; readonly prepared: Prepared<Excerpt> }): void
}

/** Form of the data of a type, without the objects of the system. */
export interface EntityForm<Data> {
  readonly type: ModelType
  readonly codec: Codec<Data>
  /** The data with each reference replaced. */
  mapReferences(data: Data, replaced: (ref: EntityRef) => string): Data
}

export interface EntityType<Data> extends EntityForm<Data> {
  /** The version range of the server that exported entities ask for, if not the current version. */
  readonly serverVersion?: string
  readonly permissions: EntityPermissions
  /** Whether objects get the ids that their data has. */
  readonly hasChosenIds?: true
  /** Permissions to create or change an object with such data. */
  alsoNeeded?(data: Data): readonly string[]
  titleOf(data: Data): string
  /** The name in configuration as text, if not the name or title in the data. */
  textName?(data: Data): string
  /** Entities that the data uses by their names. */
  namesUsed?(data: Data): readonly EntityName[]
  list(): Promise<readonly Excerpt[]>
  export(id: string): Promise<ExportedEntity<Data> | undefined>
  /** Whether placeholders in `after` stand for the secrets of `before`. They do if this is absent. */
  keepsSecrets?(before: Data, after: Data): boolean
  /** An object that stands for the entity, so that none is created. Throws `entityDiffers` if it must not. */
  findExisting?(data: Data): Promise<Excerpt | undefined>
  /** An object that the entity replaces. It is not deleted with the installation. */
  findReplaced?(data: Data): Promise<Excerpt | undefined>
  /** References are ids of the system. With an id it replaces that object. */
  prepare(data: Data, installing: Installing, id: string | undefined): Promise<Prepared<Excerpt>>
  /** Throws if creating these would exceed the limit. */
  requireRoom?(created: readonly Data[]): Promise<void>
  /** Whether an object is not deleted while others use it. */
  readonly staysWhileUsed?: true
  /** Throws the reason if something else prevents the deletion. */
  requireRemovable?(id: string): Promise<void>
  remove(id: string): Promise<unknown>
  /** Deletes them in one commit; a missing one is not an error. */
  removeAll?(ids: readonly string[]): Promise<unknown>
}

/** A type whose data only the type itself reads. */
export type AnyEntityType = EntityType<unknown>

export const mayRead = ({ permissions }: AnyEntityType, caller: Caller, id: string): boolean =>
  permissions.read(id).some((permission) => caller.holds(permission))

export const entityType = <Data>(type: EntityType<Data>): AnyEntityType => type as AnyEntityType
