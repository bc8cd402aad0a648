/** What sessions and tokens have in common: read from memory, marked as used, ended, purged. */
import type { Clock } from '../../platform/clock.ts'
import type { Log } from '../../platform/log.ts'
import { createReplica, type Replica } from '../../platform/settings/replica.ts'
import type { CollectionSpec, Document, SettingsStore, Write } from '../../platform/settings/settings-store.ts'
import { createLastUses, type LastUses } from './last-uses.ts'

interface Held extends Document {
  readonly user_id: string
  readonly last_access: string
}

export interface HeldSecrets<T extends Held> extends AsyncDisposable {
  readonly replica: Replica<T>
  readonly lastUses: LastUses<T>
  isLive(secret: T): boolean
  remove(id: string): Promise<void>
  /** Writes to commit together with the change that ends the user's access. */
  endings(userId: string, keptId?: string): Promise<readonly Write[]>
  /** Removes the expired ones, or those that are over, and returns how many. */
  purge(isOver?: (secret: T) => boolean): Promise<number>
}

export function createHeldSecrets<T extends Held, Key extends string>(deps: {
  readonly settings: SettingsStore
  readonly spec: CollectionSpec<T, Key>
  /** Indexes in addition to `user`. */
  readonly indexes: Readonly<Record<string, (secret: T) => readonly string[]>>
  readonly clock: Clock
  readonly log: Log
  readonly lagMs: (secret: T) => number
  readonly isLive: (secret: T, lastUseMs: number) => boolean
}): HeldSecrets<T> {
  const collection = deps.settings.collection(deps.spec)
  const replica = createReplica(deps.settings, deps.spec, { ...deps.indexes, user: ({ user_id }) => [user_id] })
  const lastUses = createLastUses({ ...deps, collection })
  const isLive = (secret: T) => deps.isLive(secret, lastUses.lastUseMs(secret))

  async function remove(id: string) {
    lastUses.forget(id)
    await collection.delete(id)
  }

  return {
    replica,
    lastUses,
    isLive,
    remove,
    async endings(userId, keptId) {
      await replica.fresh()
      const over = replica.listBy('user', userId).filter(({ id }) => id !== keptId)
      return over.map(({ id }) => collection.deleting(id))
    },
    async purge(isOver = (secret) => !isLive(secret)) {
      await replica.fresh()
      const over = replica.list().filter(isOver)
      for (const { id } of over) await remove(id)
      return over.length
    },
    async [Symbol.asyncDispose]() {
      await lastUses[Symbol.asyncDispose]()
      replica[Symbol.dispose]()
    },
  }
}
