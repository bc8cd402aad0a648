/** What a CSV file needs in memory, and what happens to lookups while it is read. */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { expect, test } from 'vitest'
import { systemClock } from '../../platform/clock.ts'
import { temporaryFolder } from '../../testing/temporary-folder.ts'
import { linkLookups } from '../live/lookup-threads.ts'
import { startLookups } from '../testing/start-lookups.ts'
import { buildCsvTable } from './csv-table.ts'

const ROWS = 100_000
const LAST = ROWS - 1
const text = (version: string) =>
  ['key,value', ...Array.from({ length: ROWS }, (_, at) => `user-${at},${version} ${at}`)].join('\n')
const config = (path: string) => ({
  type: 'csvfile',
  path,
  separator: ',',
  quotechar: '"',
  key_column: 'key',
  value_column: 'value',
  check_interval: 1,
  case_insensitive_lookup: false,
})

test('a row needs less than 250 bytes, in memory that all threads share', async () => {
  await using folder = await temporaryFolder()
  const path = join(folder.path, 'users.csv')
  await writeFile(path, text('A name of usual length and a department'))
  const columns = { separator: ',', quotechar: '"', keyColumn: 'key', valueColumn: 'value', ignoresCase: false }
  const built = await buildCsvTable({ path, ...columns })
  if ('problem' in built) throw new Error(built.problem)
  const { slots, rows } = built.table
  expect(built.count).toBe(ROWS)
  for (const part of [slots, rows]) expect(part.buffer).toBeInstanceOf(SharedArrayBuffer)
  expect((slots.byteLength + rows.byteLength) / ROWS).toBeLessThan(250)
})

test('lookups return the old rows while a changed file is read', async () => {
  await using folder = await temporaryFolder()
  const path = join(folder.path, 'users.csv')
  await writeFile(path, text('first'))
  await using world = await startLookups()
  await world.table('users', { adapter: config(path) })
  using thread = world.lookups.registry.connect()
  const tables = linkLookups(thread.link, systemClock)
  const find = () => {
    const found = tables.find('users')?.lookUp(`user-${LAST}`)
    return found !== undefined && 'singleValue' in found ? found.singleValue : undefined
  }
  expect(find()).toBe(`first ${LAST}`)
  /** The longest piece of work in this thread while the file is read. */
  async function longestMs(before: string, after: string): Promise<number> {
    await writeFile(path, text(after))
    const delay = monitorEventLoopDelay({ resolution: 10 })
    delay.enable()
    const seen = new Set<unknown>()
    const newest = () => {
      const found = find()
      seen.add(found)
      return found
    }
    await expect.poll(newest, { interval: 1 }).toBe(`${after} ${LAST}`)
    delay.disable()
    expect([...seen]).toEqual([`${before} ${LAST}`, `${after} ${LAST}`])
    return delay.max / 1e6
  }
  const longest = [await longestMs('first', 'second'), await longestMs('second', 'third')]
  // The least of two: a busy machine may stop this thread for longer than the work takes.
  expect(Math.min(...longest)).toBeLessThan(250)
  thread.link.port.close()
})
