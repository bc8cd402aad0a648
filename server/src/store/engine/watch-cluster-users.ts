/** Says in the log whether the limited users of a ClickHouse server that others run can do their work. */
import { type Sql, sql } from '@logyard/languages/sql/sql'
import type { Clock } from '../../platform/clock.ts'
import type { Log } from '../../platform/log.ts'
import type { ClusterAddress } from './engine-connections.ts'
import { clickHouseErrorOf } from './engine-failure.ts'
import type { LimitedUser } from './engine-users.ts'
import type { EngineClient } from './sql-client.ts'

const CHECK_EVERY_MS = 60_000
const CHECK_WITHIN_MS = 30_000
const AUTHENTICATION_FAILED = '516'
/** Rights that no limited user has. */
const NEVER: readonly Sql[] = [sql`INSERT ON messages`, sql`SELECT ON engine_migration`]

interface CheckedUser {
  readonly user: LimitedUser
  /** Signs in as the user. */
  readonly client: Pick<EngineClient, 'command'>
}

interface WatchDeps {
  ready(signal: AbortSignal): Promise<void>
  readonly clock: Clock
  readonly log: Log
  readonly stopping: AbortSignal
}

/** Checks each user until it can do its work, or until `stopping` fires. Each problem is logged once, as an error. */
export async function watchClusterUsers(
  cluster: ClusterAddress,
  users: readonly CheckedUser[],
  deps: WatchDeps,
): Promise<void> {
  if (cluster.users === undefined) {
    const missing = users.map(({ user }) => user.setting)
    return deps.log.warn({ missing }, 'searches run as the user of LOGYARD_CLICKHOUSE_URL, read-only by settings')
  }
  await Promise.all(users.map((checked) => watchUser(checked, deps)))
}

async function watchUser(checked: CheckedUser, { ready, clock, log, stopping }: WatchDeps): Promise<void> {
  const { setting } = checked.user
  let loggedProblem: string | undefined
  while (!stopping.aborted) {
    await ready(stopping).catch(() => undefined)
    const problem = await problemOf(checked, AbortSignal.any([stopping, AbortSignal.timeout(CHECK_WITHIN_MS)]))
    if (stopping.aborted) return
    if (problem === undefined) return log.info({ setting }, 'ClickHouse user of the setting can be used')
    if (problem !== loggedProblem)
      log.error({ setting, reason: problem }, 'ClickHouse user of the setting cannot be used')
    loggedProblem = problem
    await clock.sleep(CHECK_EVERY_MS, stopping).catch(() => undefined)
  }
}

/** Why the user cannot do its work, or may do more than that. */
async function problemOf({ user, client }: CheckedUser, signal: AbortSignal): Promise<string | undefined> {
  const ask = async (query: Sql) => (await client.command({ query, abort_signal: signal })).trim()
  const isGranted = async (right: Sql) => (await ask(sql`CHECK GRANT ${right}`)) === '1'
  try {
    for (const right of user.grants(sql``)) if (!(await isGranted(right))) return `it lacks the right ${right.text}`
    for (const right of NEVER) if (await isGranted(right)) return `it must not have the right ${right.text}`
    for (const [name, wanted] of Object.entries(user.settings)) {
      const value = await ask(sql`SELECT toFloat64(getSetting(${name}))`)
      if (value !== wanted) return `its setting ${name} is ${value} instead of ${wanted}`
    }
    return undefined
  } catch (error) {
    const reported = clickHouseErrorOf(error)
    if (reported === undefined) return 'ClickHouse did not respond'
    if (reported.code !== AUTHENTICATION_FAILED) return `ClickHouse refuses it with error ${reported.code}`
    return 'the user does not exist, has another password, or must not sign in from this address'
  }
}
