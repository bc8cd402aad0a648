/** Facts about the machine that stores messages: ours with the embedded engine, or that of a ClickHouse server. */
import { readdir, statfs } from 'node:fs/promises'
import { hostname } from 'node:os'
import { sql } from '@logyard/languages/sql/sql'
import { Type } from 'typebox'
import { Value } from 'typebox/value'
import { readProcFile } from '../../../machine/proc-files.ts'
import type { Clock } from '../../../platform/clock.ts'
import type { Engine } from '../engine.ts'

export interface Disk {
  /** The host, and the disk if the host has several. */
  readonly name: string
  /** Share from 0 to 1. */
  readonly usedShare: number
}

export type StoreHost = ReturnType<typeof createStoreHost>

const SERVER = sql`
  SELECT version() AS version, hostName() AS hostname, toFloat64(toUnixTimestamp64Milli(now64(3))) AS now_ms`
const ServerRows = Type.Array(Type.Object({ version: Type.String(), hostname: Type.String(), now_ms: Type.Number() }))

const DISKS = sql`
  SELECT hostName() AS hostname, name, toFloat64(total_space) AS total, toFloat64(free_space) AS free
  FROM system.disks
  WHERE lower(type) = 'local'
  ORDER BY name`
const DiskRows = Type.Array(
  Type.Object({ hostname: Type.String(), name: Type.String(), total: Type.Number(), free: Type.Number() }),
)

export function createStoreHost(deps: {
  readonly engine: Pick<Engine, 'client' | 'pid' | 'stores'>
  /** Folder of the embedded engine; undefined for a ClickHouse server. */
  readonly folder: string | undefined
  readonly clock: Clock
}) {
  const { engine, folder, clock } = deps
  return {
    /** Throws if the ClickHouse server does not let us read its disks. */
    disks: () => (folder === undefined ? disksOfServers(engine) : diskUnder(folder)),
    server: () => readServer(engine, clock),
    /** Undefined where it cannot be measured. */
    async openFiles() {
      const pid = folder === undefined ? undefined : engine.pid()
      const files = pid === undefined ? undefined : await openFilesOf(pid)
      return files && { hostname: hostname(), ...files }
    },
  }
}

async function readServer({ client }: Pick<Engine, 'client'>, clock: Clock) {
  const askedMs = clock.now().getTime()
  const answer = await client.query({ query: SERVER, format: 'JSONEachRow' })
  const [row] = Value.Parse(ServerRows, await answer.json())
  const answeredMs = clock.now().getTime()
  if (row === undefined) throw new Error('a statement without a table answered no row')
  const { now_ms: nowMs, ...server } = row
  return {
    ...server,
    /** How far its clock is ahead of ours, without the time that the request took. */
    clockAheadMs: Math.min(0, nowMs - askedMs) + Math.max(0, nowMs - answeredMs),
  }
}

/** Disks of all servers that respond. */
async function disksOfServers({ stores }: Pick<Engine, 'stores'>): Promise<readonly Disk[]> {
  const up = stores.servers().filter(({ store }) => store.state() === 'up')
  return (await Promise.all(up.map(({ store }) => disksOf(store)))).flat()
}

async function disksOf({ client }: Pick<Engine, 'client'>): Promise<readonly Disk[]> {
  const answer = await client.query({ query: DISKS, format: 'JSONEachRow' })
  const rows = Value.Parse(DiskRows, await answer.json()).filter(({ total }) => total > 0)
  return rows.map((row) => ({
    name: rows.length === 1 ? row.hostname : `${row.hostname} (${row.name})`,
    usedShare: (row.total - row.free) / row.total,
  }))
}

/** As `df` counts: space that only root may use is neither used nor free. */
export async function diskUnder(folder: string): Promise<readonly Disk[]> {
  const { blocks, bfree, bavail } = await statfs(folder)
  const used = blocks - bfree
  return used + bavail === 0 ? [] : [{ name: hostname(), usedShare: used / (used + bavail) }]
}

/** How many files a process has open, and how many it may. Undefined without Linux's `/proc`. */
export async function openFilesOf(pid: number): Promise<{ readonly open: number; readonly limit: number } | undefined> {
  const limits = await readProcFile(`/proc/${pid}/limits`)
  const limit = /^Max open files\s+(\S+)/m.exec(limits ?? '')?.[1]
  if (limit === undefined) return undefined
  const open = (await readdir(`/proc/${pid}/fd`)).length
  return { open, limit: limit === 'unlimited' ? Number.POSITIVE_INFINITY : Number(limit) }
}
