/** What a lookup costs in a processing thread once its key is known. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { linkLookups } from '@logyard/server/lookup/live/lookup-threads'
import type { LookupTables } from '@logyard/server/lookup/lookup-tables'
import { startLookups } from '@logyard/server/lookup/testing/start-lookups'
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
    thread.link.port.close()
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
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
