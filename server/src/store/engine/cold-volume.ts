/** The volume of the store for old messages: the last one of the storage policy of their table. */
import { type Sql, sql } from '@logyard/languages/sql/sql'
import { sqlName } from '@logyard/languages/sql/sql-parts'
import { type TSchema, Type } from 'typebox'
import { Value } from 'typebox/value'
import { LogyardError } from '../../platform/errors.ts'
import type { Log } from '../../platform/log.ts'
import { answeredForUsers } from './engine-failure.ts'
import { type MessageStore, type MessageStores, withoutAway } from './message-stores.ts'
import { STAGED_MESSAGES } from './old-messages.ts'

export interface ColdVolume {
  readonly name: string
  readonly disks: readonly string[]
}

export interface ColdVolumeReader {
  readonly isConfigured: boolean
  /** The disks of the volumes of all servers; none where no volume is configured, or where it cannot be used. */
  disks(): Promise<readonly string[]>
  /** The volume of a server, once its tables of messages have the policy; `undefined` if none is configured. */
  prepare(store: MessageStore, signal: AbortSignal): Promise<ColdVolume | undefined>
}

const Volume = Type.Object({ name: Type.String(), disks: Type.Array(Type.String()) })
const Table = Type.Object({ name: Type.String() })

const coldPolicyUnusable = (policy: string, server: string) =>
  new LogyardError(
    'unavailable',
    'cold-policy-unusable',
    `The storage policy ${policy} of ${server} has no second volume, or does not exist.`,
  )

export function createColdVolume(deps: {
  readonly stores: Pick<MessageStores, 'servers'>
  /** `undefined` if all messages stay where they are written. */
  readonly policy: string | undefined
  readonly log: Log
}): ColdVolumeReader {
  const { policy, stores, log } = deps
  const found = new Map<MessageStore, Promise<ColdVolume>>()
  // Another configuration needs another start of the server.
  if (policy !== undefined) for (const { store } of stores.servers()) store.onState(() => void found.delete(store))

  async function get(store: MessageStore, name: string): Promise<ColdVolume> {
    const finding = found.get(store) ?? findVolume(store, name)
    found.set(store, finding)
    try {
      return await finding
    } catch (error) {
      found.delete(store)
      throw error
    }
  }

  async function disksOf(store: MessageStore, name: string): Promise<readonly string[]> {
    try {
      return (await get(store, name)).disks
    } catch (error) {
      if (!(error instanceof LogyardError && error.code === 'cold-policy-unusable')) throw error
      log.warn({ policy, server: store.name }, 'the storage policy for cold storage cannot be used')
      return []
    }
  }

  return {
    isConfigured: policy !== undefined,
    async disks() {
      if (policy === undefined) return []
      const disks = await Promise.all(withoutAway(stores.servers()).map(({ store }) => disksOf(store, policy)))
      return [...new Set(disks.flat())]
    },
    async prepare(store, signal) {
      if (policy === undefined) return undefined
      const volume = await get(store, policy)
      await applyPolicy(store, policy, signal)
      return volume
    },
  }
}

async function findVolume(store: MessageStore, policy: string): Promise<ColdVolume> {
  const volumes = await rows(
    store,
    Volume,
    sql`SELECT volume_name AS name, disks FROM system.storage_policies WHERE policy_name = ${policy} ORDER BY volume_priority`,
  )
  const last = volumes.at(-1)
  if (last === undefined || volumes.length < 2) throw coldPolicyUnusable(policy, store.name)
  return last
}

/** A part moves between tables of the same policy only. */
async function applyPolicy(store: MessageStore, policy: string, signal: AbortSignal): Promise<void> {
  const tables = await rows(
    store,
    Table,
    sql`SELECT name FROM system.tables
      WHERE database = currentDatabase() AND name IN ('messages', ${STAGED_MESSAGES})
        AND NOT (storage_policy = ${policy} AND position(engine_full, 'primary_key_lazy_load = 0') > 0)`,
  )
  for (const { name } of tables) {
    // With its keys in memory, a search of newer messages reads nothing of an older part.
    const query = sql`ALTER TABLE ${sqlName(name)} MODIFY SETTING storage_policy = ${policy}, primary_key_lazy_load = 0, use_primary_key_cache = 0`
    await answeredForUsers(() => store.client.command({ query, abort_signal: signal }))
  }
}

async function rows<S extends TSchema>({ client }: MessageStore, row: S, query: Sql) {
  return answeredForUsers(async () => {
    const answer = await client.query({ query, format: 'JSONEachRow' })
    return Value.Parse(Type.Array(row), await answer.json())
  })
}
