/** What a lookup costs in a processing thread once its key is known. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import { buildCsvTable } from '@logyard/server/lookup/csv/csv-table'
import { linkLookups } from '@logyard/server/lookup/live/lookup-threads'
import type { LookupTables } from '@logyard/server/lookup/lookup-tables'
import { type LookupsUnderTest, startLookups } from '@logyard/server/lookup/testing/start-lookups'
import { systemClock as clock } from '@logyard/server/platform/clock'
import { median } from './median.ts'

type Print = (line: string) => void

const KEYS = 1000
const LOOKUPS = 200_000
const ROUNDS = 9
const MEMORY = {
  type: 'guava_cache',
  max_size: 10_000,
  expire_after_access: 60,
  expire_after_access_unit: 'SECONDS',
  expire_after_write: 0,
  expire_after_write_unit: 'SECONDS',
}

export async function benchLookups(print: Print): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'logyard-bench-'))
  try {
    const path = join(folder, 'users.csv')
    const rows = Array.from({ length: KEYS }, (_, at) => `user-${at},Team ${at}`)
    await writeFile(path, ['key,value', ...rows].join('\n'))
    await using world = await startLookups()
    const adapter = {
      type: 'csvfile',
      path,
      separator: ',',
      quotechar: '"',
      key_column: 'key',
      value_column: 'value',
      check_interval: 60,
      case_insensitive_lookup: false,
    }
    await world.table('cached', { adapter, cache: MEMORY })
    await world.table('plain', { adapter })
    using thread = world.lookups.registry.connect()
    const tables = linkLookups(thread.link, clock)
    print(`lookup of a cached key: ${microseconds(tables, 'cached').toFixed(2)} us (goal 1)`)
    print(`lookup in a CSV file without a cache: ${microseconds(tables, 'plain').toFixed(2)} us`)
    await benchMillion(print, world, adapter, tables)
    thread.link.port.close()
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

const MILLION = 1_000_000
const POLL_MS = 20

/** A file of a million rows is loaded, then changed, while a thread looks up. */
async function benchMillion(
  print: Print,
  world: LookupsUnderTest,
  adapter: { readonly path: string },
  tables: LookupTables,
): Promise<void> {
  const path = `${adapter.path}.million`
  const write = (version: string) =>
    writeFile(
      path,
      ['key,value', ...Array.from({ length: MILLION }, (_, at) => `user-${at},${version} ${at}`)].join('\n'),
    )
  const key = `user-${MILLION - 1}`
  const find = () => {
    const found = tables.find('million')?.lookUp(key)
    return found !== undefined && 'singleValue' in found ? found.singleValue : undefined
  }
  const found = async (version: string) => {
    const startedAtMs = performance.now()
    let gaps = 0
    for (let value = find(); value !== `${version} ${MILLION - 1}`; value = find()) {
      if (value === undefined || value === null) gaps += 1
      await sleep(POLL_MS)
    }
    return { ms: performance.now() - startedAtMs, gaps }
  }
  await write('Team')
  const columns = { separator: ',', quotechar: '"', keyColumn: 'key', valueColumn: 'value', ignoresCase: false }
  const built = await buildCsvTable({ path, ...columns })
  if ('problem' in built) throw new Error(built.problem)
  const bytes = (built.table.slots.byteLength + built.table.rows.byteLength) / MILLION
  const delay = monitorEventLoopDelay({ resolution: 10 })
  delay.enable()
  const startedAtMs = performance.now()
  await world.table('million', { adapter: { ...adapter, path, check_interval: 1 } })
  await found('Team')
  const seconds = (performance.now() - startedAtMs) / 1000
  print(
    `a CSV file of a million rows: loaded in ${seconds.toFixed(1)} s, ${Math.round(bytes)} bytes a row for all threads`,
  )
  print(`longest pause of the main thread meanwhile: ${Math.round(delay.max / 1e6)} ms`)
  await write('Group')
  delay.reset()
  const { ms, gaps } = await found('Group')
  const pause = Math.round(delay.max / 1e6)
  print(`its reload: ${(ms / 1000).toFixed(1)} s, ${gaps} lookups without a value, longest pause ${pause} ms`)
}

function microseconds(tables: LookupTables, name: string): number {
  const keys = Array.from({ length: KEYS }, (_, at) => `user-${at}`)
  const lookUpAll = () => {
    let found = 0
    for (let count = 0; count < LOOKUPS; count += 1) {
      const result = tables.find(name)?.lookUp(keys[count % KEYS] ?? '')
      if (result !== undefined && 'singleValue' in result && result.singleValue !== null) found += 1
    }
    if (found !== LOOKUPS) throw new Error(`${found} of ${LOOKUPS} keys were found`)
  }
  lookUpAll()
  const rounds = Array.from({ length: ROUNDS }, () => {
    const before = process.cpuUsage()
    lookUpAll()
    const used = process.cpuUsage(before)
    return (used.user + used.system) / LOOKUPS
  })
  return median(rounds)
}
