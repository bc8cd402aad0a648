import type { EngineState } from './engine-lifecycle.ts'
import type { EngineClient } from './sql-client.ts'

/** A server with tables of messages: the only one, or a replica of a shard. */
export interface MessageStore {
  /** What logs and errors call it. */
  readonly name: string
  /** The number of its shard, from 0. */
  readonly shard: number
  state(): EngineState
  onState(listener: (state: EngineState) => void): Disposable
  ready(signal?: AbortSignal): Promise<void>
  /** Client of the server's own tables. */
  readonly client: EngineClient
  readonly patientClient: EngineClient
  /** Id of the embedded engine's process while it runs. */
  pid(): number | undefined
}

export interface ServerState {
  readonly store: MessageStore
  /** As it was known last, also of a server that does not respond. */
  readonly shard: number
  /** `behind`: it lacks messages, and gets them when it responds; `joining`: it is just getting them. */
  readonly has: 'complete' | 'behind' | 'joining' | 'unknown'
}

/** Without servers that are away. The only server is waited for. */
export const withoutAway = (servers: readonly ServerState[]): readonly ServerState[] =>
  servers.length === 1 ? servers : servers.filter(({ store }) => store.state() === 'up')

/** All servers with tables of messages. */
export interface MessageStores {
  readonly shards: number
  /** Whether the only server is the embedded engine. */
  readonly isEmbedded: boolean
  /** All of them, whatever their state is. */
  servers(): readonly ServerState[]
  /** One server of each shard that has all messages of its shard. Throws if a shard has none. */
  complete(): readonly MessageStore[]
  /** The same without the shards that have none. */
  readable(): readonly MessageStore[]
  /** Shards that answers lack because none of their servers can be read: none unless the settings allow such answers. */
  skipped(): readonly number[]
  /** Makes the same change on every server. One that misses it gets it before it is used again. */
  change(work: (store: MessageStore) => Promise<void>): Promise<void>
  /** A change of the columns of messages. */
  changeColumns(work: (store: MessageStore) => Promise<void>): Promise<void>
  /**
   * Writes the same rows to the servers of a shard. Resolves once they are stored where the setting of the quorum wants them;
   * a server that missed them gets them before searches use it again. `receivedMs` is when the first message was received.
   */
  write<Result>(batch: StoreBatch<Result>, signal: AbortSignal): Promise<Result>
  /** Whether every server may be changed alike at present: none lacks messages. */
  areComplete(): boolean
}

export interface StoreBatch<Result> {
  readonly shard: number
  readonly receivedMs: number
  /** Some of it may be stored already, on some server. */
  readonly mayBeStored: boolean
  /** `isRepeated`: an earlier call may have stored something on this server. */
  write(store: MessageStore, isRepeated: boolean, signal: AbortSignal): Promise<Result>
}

/** The only server. */
export const oneStore = (store: MessageStore, isEmbedded: boolean): MessageStores => ({
  shards: 1,
  isEmbedded,
  servers: () => [{ store, shard: 0, has: 'complete' }],
  complete: () => [store],
  readable: () => [store],
  skipped: () => [],
  change: (work) => work(store),
  changeColumns: (work) => work(store),
  write: (batch, signal) => batch.write(store, batch.mayBeStored, signal),
  areComplete: () => true,
})
