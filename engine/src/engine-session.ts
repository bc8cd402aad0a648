import { type RawInsertFormat, Session } from 'chdb'
import { clickHouseError } from './clickhouse-error.ts'
import { OWNER } from './role.ts'
import { sqlIdentifier, sqlLiteral } from './sql-literal.ts'
import type { InsertTarget } from './statement.ts'

/** The state that a request needs while its statement runs. */
export type Conditions = {
  readonly settings: ReadonlyMap<string, string>
  readonly params: ReadonlyMap<string, string>
  readonly database: string
  /** Undefined for the owner, who may do everything. */
  readonly role: string | undefined
}

export type EngineSession = ReturnType<typeof createEngineSession>

/**
 * One connection to libchdb, which runs one statement at a time. Settings, parameters and the database persist in a
 * connection, so each call first applies the difference between its current state and the request's: nothing of a
 * request affects the next one, and a request with the default state costs no extra round trip.
 */
export function createEngineSession(options: {
  folder: string
  connectionArgs: readonly string[]
  baseSettings: ReadonlyMap<string, string>
  /** Named pipe that answers are streamed through. */
  pipePath: string
}) {
  const session = new Session(options.folder, { connectionArgs: options.connectionArgs })
  /** The current state; undefined for a value that a failed statement left uncertain. */
  const inForce = new Map<string, string | undefined>()
  let database: string | undefined = 'default'
  /** A new session has all roles of the user at once. */
  let role: string | undefined

  async function run(conditions: Conditions, statement: string, format: string) {
    const wanted = new Map([...options.baseSettings, ...conditions.settings])
    const changes = new Map<string, string | undefined>()
    for (const name of inForce.keys()) if (!wanted.has(name)) changes.set(name, undefined)
    for (const [name, value] of wanted) if (inForce.get(name) !== value) changes.set(name, value)
    const sets = [...changes].map(([name, value]) => `${name} = ${value === undefined ? 'DEFAULT' : sqlLiteral(value)}`)
    for (const [name, value] of conditions.params) sets.push(`param_${name} = ${sqlLiteral(value)}`)
    const use = database === conditions.database ? '' : `USE ${sqlIdentifier(conditions.database)};\n`
    const wantedRole = conditions.role ?? OWNER
    // The role comes first: settings and the database are then set with its rights only.
    const take = role === wantedRole ? '' : `SET ROLE ${sqlIdentifier(wantedRole)};\n`
    const set = sets.length === 0 ? '' : `SET ${sets.join(', ')};\n`
    try {
      const result = await session.queryAsync(take + use + set + statement, { format })
      settle(changes)
      database = conditions.database
      role = wantedRole
      return result
    } catch (error) {
      for (const name of changes.keys()) inForce.set(name, undefined)
      if (use !== '') database = undefined
      if (take !== '') role = undefined
      // A cancelled statement can stay in the list of running ones, with its memory, until its connection runs another.
      await session.queryAsync('SELECT 1', { format: 'Null' }).catch(() => undefined)
      throw clickHouseError(error)
    }
  }

  function settle(changes: ReadonlyMap<string, string | undefined>) {
    for (const [name, value] of changes) {
      if (value === undefined) inForce.delete(name)
      else inForce.set(name, value)
    }
  }

  return {
    pipePath: options.pipePath,
    run,
    /** Inserts whole rows unchanged: the bytes go to the engine's parser and are never decoded here. */
    async insertRows(conditions: Conditions, insert: { target: InsertTarget; format: RawInsertFormat; rows: Buffer }) {
      const { insert_deduplication_token: token, ...others } = Object.fromEntries(conditions.settings)
      const lasting = { ...conditions, settings: new Map(Object.entries(others)) }
      if (needsChange(lasting)) await run(lasting, 'SELECT 1', 'Null')
      try {
        return await session.insert({
          table: insert.target.table,
          ...(insert.target.columns.length > 0 && { columns: insert.target.columns }),
          format: insert.format,
          values: insert.rows,
          // The token differs for every insert: as a part of the statement it costs no round trip.
          ...(token !== undefined && { settings: { insert_deduplication_token: token } }),
        })
      } catch (error) {
        throw clickHouseError(error)
      }
    },
    close() {
      session.close()
    },
  }

  function needsChange({ settings, params, database: wantedDatabase, role: wantedRole = OWNER }: Conditions): boolean {
    const wanted = new Map([...options.baseSettings, ...settings])
    const same = wanted.size === inForce.size && [...wanted].every(([name, value]) => inForce.get(name) === value)
    return !same || params.size > 0 || database !== wantedDatabase || role !== wantedRole
  }
}
