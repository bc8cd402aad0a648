/** The volume of the store for old messages: the last one of the storage policy of their table. */
import { sql } from '@logyard/languages/sql/sql'
import { sqlName } from '@logyard/languages/sql/sql-parts'
import { type TSchema, Type } from 'typebox'
import { Value } from 'typebox/value'
import { LogyardError } from '../../platform/errors.ts'
import type { Log } from '../../platform/log.ts'
import { answeredForUsers } from './engine-failure.ts'
import type { EngineLifecycle } from './engine-lifecycle.ts'
import { STAGED_MESSAGES } from './old-messages.ts'
import type { EngineClient } from './sql-client.ts'

interface Asked {
  readonly client: EngineClient
}

export interface ColdVolume {
  readonly name: string
  readonly disks: readonly string[]
}

export interface ColdVolumeReader {
  readonly isConfigured: boolean
  /** The disks of the volume; none where no volume is configured, or where it cannot be used. */
  disks(): Promise<readonly string[]>
  /** The volume, once the tables of messages have its policy; `undefined` if none is configured. */
  prepare(signal: AbortSignal): Promise<ColdVolume | undefined>
}

const Volume = Type.Object({ name: Type.String(), disks: Type.Array(Type.String()) })
const Table = Type.Object({ name: Type.String() })

const coldPolicyUnusable = (policy: string) =>
  new LogyardError(
    'unavailable',
    'cold-policy-unusable',
    `The storage policy ${policy} of the message store has no second volume, or does not exist.`,
  )

export function createColdVolume(deps: {
  readonly engine: Asked & Pick<EngineLifecycle, 'onState'>
  /** `undefined` if all messages stay where they are written. */
  readonly policy: string | undefined
  readonly log: Log
}): ColdVolumeReader {
  const { policy, engine, log } = deps
  let found: Promise<ColdVolume> | undefined
  // Another configuration needs another start of the engine.
  engine.onState(() => {
    found = undefined
  })

  async function get(): Promise<ColdVolume | undefined> {
    if (policy === undefined) return undefined
    found ??= findVolume(engine, policy)
    try {
      return await found
    } catch (error) {
      found = undefined
      throw error
    }
  }

  return {
    isConfigured: policy !== undefined,
    async disks() {
      try {
        return (await get())?.disks ?? []
      } catch (error) {
        if (!(error instanceof LogyardError && error.code === 'cold-policy-unusable')) throw error
        log.warn({ policy }, 'the storage policy for cold storage cannot be used')
        return []
      }
    },
    async prepare(signal) {
      const volume = await get()
      if (policy !== undefined) await applyPolicy(engine, policy, signal)
      return volume
    },
  }
}

async function findVolume(engine: Asked, policy: string): Promise<ColdVolume> {
  const volumes = await rows(
    engine,
    Volume,
    sql`SELECT volume_name AS name, disks FROM system.storage_policies WHERE policy_name = ${policy} ORDER BY volume_priority`,
  )
  const last = volumes.at(-1)
  if (last === undefined || volumes.length < 2) throw coldPolicyUnusable(policy)
  return last
}

/** A part moves between tables of the same policy only. */
async function applyPolicy(engine: Asked, policy: string, signal: AbortSignal): Promise<void> {
  const tables = await rows(
    engine,
    Table,
    sql`SELECT name FROM system.tables
      WHERE database = currentDatabase() AND name IN ('messages', ${STAGED_MESSAGES})
        AND NOT (storage_policy = ${policy} AND position(engine_full, 'primary_key_lazy_load = 0') > 0)`,
  )
  for (const { name } of tables) {
    // With its keys in memory, a search of newer messages reads nothing of an older part.
    const query = sql`ALTER TABLE ${sqlName(name)} MODIFY SETTING storage_policy = ${policy}, primary_key_lazy_load = 0, use_primary_key_cache = 0`
    await answeredForUsers(() => engine.client.command({ query, abort_signal: signal }))
  }
}

async function rows<S extends TSchema>({ client }: Asked, row: S, query: Parameters<typeof client.query>[0]['query']) {
  return answeredForUsers(async () => {
    const answer = await client.query({ query, format: 'JSONEachRow' })
    return Value.Parse(Type.Array(row), await answer.json())
  })
}
