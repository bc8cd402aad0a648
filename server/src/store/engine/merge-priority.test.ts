import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { getPriority, tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ClickHouseClient } from '@clickhouse/client'
import { expect, test } from 'vitest'
import { systemClock } from '../../platform/clock.ts'
import { createLog } from '../../platform/log.ts'
import { connectToEngine } from '../../testing/engine-owner.ts'
import { createEngine } from './engine.ts'

const MERGES = 'MergeMutate'
/** Threads are looked at every second, parts are counted every five. */
const SOON = { timeout: 60_000 }
const BEHIND = 5
const CAUGHT_UP = 19

const isLinux = process.platform === 'linux'
const there = ['-n', '5', 'sh', '-c']
const mayRaise = spawnSync('nice', [...there, `renice -n ${getPriority()} -p $$`]).status === 0

/** Does not share the code under test, which might read the wrong column. */
function threadsOf(pid: number) {
  return readdirSync(`/proc/${pid}/task`).flatMap((id) => {
    const [, name, nice] = /^\d+ \((.*)\) \S(?: \S+){15} (-?\d+) /s.exec(textOf(`/proc/${pid}/task/${id}/stat`)) ?? []
    return name === undefined ? [] : [{ name, nice: Number(nice) - getPriority() }]
  })
}

function textOf(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return '' // the thread has ended
  }
}

async function startEngine() {
  const folder = await mkdtemp(join(tmpdir(), 'logyard-'))
  const log = createLog('error', { write: () => undefined })
  const engine = await createEngine({ dataFolder: folder, log, clock: systemClock })
  await engine.ready(AbortSignal.timeout(60_000))
  const client = await connectToEngine(folder)
  const threads = () => threadsOf(engine.pid() ?? 0)
  const nicesOf = (isMerge: boolean) =>
    [...new Set(threads().flatMap(({ name, nice }) => ((name === MERGES) === isMerge ? [nice] : [])))].sort()
  return {
    client,
    merges: () => nicesOf(true),
    keptBack: () => nicesOf(false).filter((nice) => nice > 0),
    async [Symbol.asyncDispose]() {
      await client.close()
      await engine[Symbol.asyncDispose]()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** Creates a table that keeps this many parts. */
async function inParts(client: ClickHouseClient, table: string, parts: number): Promise<void> {
  await client.command({ query: `CREATE TABLE ${table} (n UInt64) ORDER BY n` })
  await client.command({ query: `SYSTEM STOP MERGES ${table}` })
  const aPartEach = 'max_block_size = 1, min_insert_block_size_rows = 1, min_insert_block_size_bytes = 1'
  await client.command({ query: `INSERT INTO ${table} SELECT number FROM numbers(${parts}) SETTINGS ${aPartEach}` })
}

test.skipIf(!mayRaise || !isLinux)('merges hardly take time from others, until parts accumulate', async () => {
  await using engine = await startEngine()
  await expect.poll(engine.merges, SOON).toEqual([CAUGHT_UP])
  // Tables of two databases: their parts are not added up.
  await engine.client.command({ query: 'CREATE DATABASE elsewhere' })
  await inParts(engine.client, 'elsewhere.t', 29)
  await inParts(engine.client, 't', 51)
  await expect.poll(engine.merges, SOON).toEqual([BEHIND])
  // Its thread is one of those that run statements.
  await engine.client.command({ query: 'SYSTEM START MERGES t' })
  await engine.client.command({ query: 'OPTIMIZE TABLE t FINAL' })
  await expect.poll(engine.merges, SOON).toEqual([CAUGHT_UP])
  await expect.poll(engine.keptBack, SOON).toEqual([])
})

test.skipIf(mayRaise || !isLinux)(
  'without the right to raise a priority, merges get a third of the share',
  async () => {
    await using engine = await startEngine()
    await expect.poll(engine.merges, SOON).toEqual([BEHIND])
  },
)
