/**
 * The interface of the settings store: typed collections of documents. It does not depend on whether SQLite or
 * PostgreSQL stores them, so every call is asynchronous and several writes are one `commit`, never an open transaction.
 */
import type { ListQuery } from '@logyard/languages/list-query/list-query'
import type { Static, TSchema } from 'typebox'
import { LogyardError } from '../errors.ts'
import type { Mutex } from '../mutex.ts'
import type { AuditedAs, CollectionAudit, EntryLog } from './entry-log.ts'

export interface Document {
  readonly id: string
}

/** A lookup key besides the id: a document may have several values of it, or none. */
export interface KeySpec<T> {
  readonly unique: boolean
  readonly of: (document: T) => readonly string[]
}

/** Converts the documents of a collection to a new shape, once: when a program with this change first opens it. */
export interface DocumentChange {
  /** Starts with its date, stays in the list forever and is never reused: `2026-11-01-users-have-a-start-page`. */
  readonly id: string
  /** Gets a document as JSON values, with decrypted secrets; the id must not change. */
  change(document: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>>
}

export interface CollectionSpec<T extends Document, Key extends string = never> {
  readonly name: string
  readonly audit: CollectionAudit
  readonly schema: TSchema
  readonly keys: Readonly<Record<Key, KeySpec<T>>>
  /** Top-level text fields that are encrypted at rest. */
  readonly secrets: readonly string[]
  /** Changes in the order of their execution. */
  readonly changes: readonly DocumentChange[]
}

/** Describes a collection; its document type is inferred from the schema. */
export function defineCollection<S extends TSchema, Key extends string = never>(spec: {
  readonly name: string
  readonly audit: CollectionAudit
  readonly schema: S
  readonly keys?: Readonly<Record<Key, KeySpec<Static<S>>>>
  readonly secrets?: readonly string[]
  readonly changes?: readonly DocumentChange[]
}): CollectionSpec<Static<S> & Document, Key> {
  return { keys: {} as Readonly<Record<Key, KeySpec<Static<S>>>>, secrets: [], changes: [], ...spec }
}

export interface PageRequest {
  readonly query: ListQuery
  /** A top-level field; raw stored values are compared, upper case before lower case. */
  readonly sort: string
  readonly order: 'asc' | 'desc'
  readonly page: number
  /** 0 for all. */
  readonly perPage: number
}

export interface PageOf<T> {
  readonly rows: readonly T[]
  /** Documents that match. */
  readonly total: number
  /** Documents in the collection. */
  readonly grandTotal: number
}

/** A part of a commit; made by the collection it changes. */
export interface Write {
  readonly collection: string
  readonly kind: 'insert' | 'replace' | 'delete'
  readonly id: string
  /** As JSON-ready values; absent for a delete. */
  readonly document?: Document
  /** The version to replace or delete. If absent, any version, and deleting a missing document is not a conflict. */
  readonly version?: number
}

export interface Versioned<T> {
  readonly document: T
  readonly version: number
}

export interface Collection<T extends Document, Key extends string = never> {
  find(id: string): Promise<T | undefined>
  findVersioned(id: string): Promise<Versioned<T> | undefined>
  /** The existing ones, oldest first. */
  findMany(ids: readonly string[]): Promise<readonly T[]>
  /** The document that has this value of a unique key. */
  findBy(key: Key, value: string): Promise<T | undefined>
  /** The documents that have this value of a key, oldest first. */
  listBy(key: Key, value: string): Promise<readonly T[]>
  countBy(key: Key, value: string): Promise<number>
  /** Oldest first. */
  list(): Promise<readonly T[]>
  page(request: PageRequest): Promise<PageOf<T>>
  count(): Promise<number>

  insert(document: T): Promise<T>
  /** Reads, changes and writes; retries after a concurrent write. `undefined` if there is no such document. */
  update(id: string, change: (document: T) => T): Promise<T | undefined>
  /** Inserts the document, or replaces an existing one. */
  put(document: T): Promise<T>
  delete(id: string): Promise<boolean>

  /** Writes to be committed together with others. */
  inserting(document: T): Write
  replacing(document: T, version?: number): Write
  deleting(id: string, version?: number): Write
}

export interface SettingsChange {
  readonly collection: string
  readonly ids: readonly string[]
}

/** Facts about the store, and its size. */
export interface SettingsFacts {
  readonly engine: string
  readonly version: string
  /** Since the store was created. */
  readonly commits: number
  readonly collections: number
  readonly documents: number
  readonly documentBytes: number
  readonly storageBytes: number
}

export interface SettingsStore extends AsyncDisposable {
  readonly entryLog: EntryLog
  collection<T extends Document, Key extends string>(spec: CollectionSpec<T, Key>): Collection<T, Key>
  /** All of the writes, durably, or none: rejects with `UniqueTaken` or `WriteConflict`. */
  commit(writes: readonly Write[]): Promise<void>
  /**
   * Called after each commit that touched the collection, on every node. A listener that fails is called again until it
   * succeeds: one that reads the store must pass its failure on, because the store may be unreachable.
   */
  onChange(collection: string, listener: (change: SettingsChange) => unknown): Disposable
  /** Resolves once the listeners of this node have heard of every commit that was answered, on any node, before the call. */
  caughtUp(): Promise<void>
  /** Runs the tasks of this name one after the other, on all nodes together. A task must not wait for another of its name. */
  turns(name: string): Mutex
  /** A key of 32 bytes for one purpose, the same on every node. It follows from the secret key. */
  keyFor(purpose: string): Uint8Array
  /**
   * Runs work that answers one call of the API. Within it `caughtUp` asks once, for a moment: what was answered before the
   * call began is known then, and what the call commits itself is told before the commit returns.
   */
  inCall<T>(work: () => T): T
  facts(): Promise<SettingsFacts>
  /** The collections that were opened, as entries of the audit log name them. */
  audited(): readonly AuditedAs[]
}

/** Another document has this value of a unique key. */
export class UniqueTaken extends Error {
  override readonly name = 'UniqueTaken'
  readonly collection: string
  readonly key: string

  constructor(collection: string, key: string, options?: ErrorOptions) {
    super(`another document in ${collection} has this ${key}`, options)
    this.collection = collection
    this.key = key
  }
}

/** Another writer changed the document first. */
export const isWriteConflict = (error: unknown): error is LogyardError =>
  error instanceof LogyardError && error.code === 'write-conflict'

/** Another writer was first: it changed the document, or took the value of a unique key. */
export const isLostRace = (error: unknown): error is LogyardError | UniqueTaken =>
  error instanceof UniqueTaken || isWriteConflict(error)

/** The document was changed or deleted concurrently. */
export const writeConflict = (collection: string, id: string) =>
  new LogyardError('conflict', 'write-conflict', `${collection} ${id} was changed by another user in the meantime`)
