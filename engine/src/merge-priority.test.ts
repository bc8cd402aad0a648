import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { chmod, mkdir, rm, writeFile } from 'node:fs/promises'
import { getPriority } from 'node:os'
import { delimiter, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { type StartedEngine, startEngine, temporaryFolder } from './testing/start-engine.ts'
import { canRaisePriority } from './thread-priority.ts'

const MERGES = 'MergeMutate'
const SLOW = 'SELECT sleepEachRow(1) FROM numbers(1000) SETTINGS max_block_size = 1'
/** Threads are checked every second, parts are counted every five seconds. */
const SOON = { timeout: 15_000 }

const isLinux = process.platform === 'linux'
const mayRaise = await canRaisePriority()

type Thread = { readonly id: string; readonly name: string; readonly priority: string }

/** Does not share the code under test, which might read the wrong column. */
function threadsOf({ child }: StartedEngine): Thread[] {
  return readdirSync(`/proc/${child.pid}/task`).flatMap((id) => {
    const text = readWhileThere(`/proc/${child.pid}/task/${id}/stat`)
    const [, name, nice, policy] = /^\d+ \((.*)\) \S(?: \S+){15} (-?\d+)(?: \S+){21} (\d+) /s.exec(text) ?? []
    return name === undefined ? [] : [{ id, name, priority: priorityOf(Number(policy), Number(nice)) }]
  })
}

function readWhileThere(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return '' // the thread has ended
  }
}

function priorityOf(policy: number, nice: number): string {
  if (policy === 5) return 'idle'
  if (policy === 0 && nice === getPriority()) return 'usual'
  if (policy === 0 && nice === getPriority() + 5) return 'lowered'
  return `policy ${policy}, nice ${nice}`
}

const mergesOf = (engine: StartedEngine) => threadsOf(engine).filter(({ name }) => name === MERGES)
const prioritiesOf = (threads: readonly Thread[]) => [...new Set(threads.map(({ priority }) => priority))]

/** Other threads with a lower priority than usual; libchdb itself gives one of its threads a higher one. */
const keptBackOf = (engine: StartedEngine) =>
  threadsOf(engine).filter(({ name, priority }) => name !== MERGES && ['idle', 'lowered'].includes(priority))

const run = (engine: StartedEngine, query: string) => engine.client.command({ query })

/** Creates a table that keeps this many parts. */
async function inParts(engine: StartedEngine, table: string, parts: number): Promise<void> {
  await run(engine, `CREATE TABLE ${table} (n UInt64) ORDER BY n`)
  await run(engine, `SYSTEM STOP MERGES ${table}`)
  const aPartEach = 'max_block_size = 1, min_insert_block_size_rows = 1, min_insert_block_size_bytes = 1'
  await run(engine, `INSERT INTO ${table} SELECT number FROM numbers(${parts}) SETTINGS ${aPartEach}`)
}

/** Creates a table that merges only on request, and slowly: a merge compresses uncompressed data strongly. */
async function slowToMerge(engine: StartedEngine): Promise<void> {
  const onlyWhenAsked = 'max_bytes_to_merge_at_max_space_in_pool = 1'
  await run(engine, `CREATE TABLE slow (id UInt64, text String CODEC(NONE)) ORDER BY id SETTINGS ${onlyWhenAsked}`)
  const rows = 'SELECT rand64(), hex(sipHash128(rand64())) FROM numbers(500000)'
  for (let part = 0; part < 2; part += 1) await run(engine, `INSERT INTO slow ${rows}`)
  await run(engine, 'ALTER TABLE slow MODIFY COLUMN text CODEC(ZSTD(22))')
}

/** Merges that table in a session: its thread exists already and gets another name meanwhile. */
async function optimizeSlowly(engine: StartedEngine) {
  const others = new Set(threadsOf(engine).flatMap(({ id, name }) => (name === MERGES ? [] : [id])))
  const ended = run(engine, 'OPTIMIZE TABLE slow FINAL')
  ended.catch(() => undefined)
  const merging = () => mergesOf(engine).filter(({ id }) => others.has(id))
  await expect.poll(merging, SOON).toHaveLength(1)
  const [session] = merging()
  return {
    session: () => threadsOf(engine).filter(({ id }) => id === session?.id),
    async end() {
      await run(engine, 'SYSTEM STOP MERGES slow')
      await expect(ended).rejects.toThrow('Cancelled merging parts')
    },
  }
}

/** Precedes the system's program in PATH, and runs it unless told to refuse. */
async function fakeChrt(folder: string) {
  const programs = join(folder, 'programs')
  const refusal = join(folder, 'refusal')
  const calls = join(folder, 'calls')
  await mkdir(programs)
  const script = [
    '#!/bin/sh',
    `echo "$1" >> '${calls}'`,
    `if [ -e '${refusal}' ]; then echo 'not today' >&2; exit 1; fi`,
    `PATH='${process.env['PATH']}' exec chrt "$@"`,
  ]
  await writeFile(join(programs, 'chrt'), script.join('\n'))
  await chmod(join(programs, 'chrt'), 0o755)
  return {
    env: { PATH: [programs, process.env['PATH']].join(delimiter) },
    refuse: () => writeFile(refusal, ''),
    allow: () => rm(refusal),
    calls: () => readWhileThere(calls).trim().split('\n'),
  }
}

test.skipIf(!isLinux)('the right to raise a priority is found by trying', () => {
  const there = ['-n', '5', 'chrt', '--idle', '0', 'sh', '-c']
  const { status } = spawnSync('nice', [...there, `chrt --other --pid 0 $$ && renice ${getPriority()} -p $$`])
  expect(mayRaise).toBe(status === 0)
})

test.skipIf(!mayRaise)('merges have idle priority until parts pile up, even with busy sessions', async () => {
  await using folder = await temporaryFolder()
  await using engine = await startEngine(folder.path, ['--sessions', '2', '--reserved', '1'])
  await run(engine, 'CREATE TABLE t (n UInt64) ORDER BY n')
  await expect.poll(() => prioritiesOf(mergesOf(engine)), SOON).toEqual(['idle'])

  await run(engine, 'SYSTEM STOP MERGES t')
  // A table of the same name in another database: its parts must not be counted.
  await run(engine, 'CREATE DATABASE elsewhere')
  await inParts(engine, 'elsewhere.t', 29)
  const leaving = new AbortController()
  const asked = engine.client.query({ query: SLOW, abort_signal: leaving.signal })
  asked.catch(() => undefined)
  for (let n = 0; n < 51; n += 1) await engine.client.insert({ table: 't', values: [{ n }], format: 'JSONEachRow' })
  await expect.poll(() => prioritiesOf(mergesOf(engine)), SOON).toEqual(['lowered'])
  leaving.abort()
  await expect(asked).rejects.toThrow('aborted')

  await run(engine, 'SYSTEM START MERGES t')
  await run(engine, 'OPTIMIZE TABLE t FINAL')
  await expect.poll(() => prioritiesOf(mergesOf(engine)), SOON).toEqual(['idle'])
  await expect.poll(() => keptBackOf(engine), SOON).toEqual([])
})

test.skipIf(!mayRaise).each([
  { parts: 2, priority: 'idle' },
  { parts: 51, priority: 'lowered' },
])('with $parts parts an OPTIMIZE runs at priority $priority; its session is usual afterwards', async (row) => {
  await using folder = await temporaryFolder()
  await using engine = await startEngine(folder.path)
  await inParts(engine, 'others', row.parts)
  await expect.poll(() => prioritiesOf(mergesOf(engine)), SOON).toEqual([row.priority])
  await slowToMerge(engine)
  const optimizing = await optimizeSlowly(engine)
  await expect.poll(optimizing.session, SOON).toMatchObject([{ name: MERGES, priority: row.priority }])
  await optimizing.end()
  await expect.poll(optimizing.session, SOON).toMatchObject([{ priority: 'usual' }])
  expect(keptBackOf(engine)).toEqual([])
})

test.skipIf(!mayRaise)('a failure to set a priority is logged once, and retried until it succeeds', async () => {
  await using folder = await temporaryFolder()
  const chrt = await fakeChrt(folder.path)
  await using engine = await startEngine(folder.path, [], chrt.env)
  // Lowers and raises the priority of a process of its own.
  await expect.poll(chrt.calls).toEqual(['--idle', '--other'])
  await chrt.refuse()
  await run(engine, 'CREATE TABLE t (n UInt64) ORDER BY n')
  const tries = () => chrt.calls().length
  await expect.poll(tries, SOON).toBeGreaterThan(2 + 2 * mergesOf(engine).length)
  expect(prioritiesOf(mergesOf(engine))).toEqual(['usual'])
  await chrt.allow()
  await expect.poll(() => prioritiesOf(mergesOf(engine)), SOON).toEqual(['idle'])
  expect(engine.errors().match(/.+/g)).toEqual([expect.stringMatching(/^The priority of merges .* not today$/)])
})

test.skipIf(!isLinux)(
  'without the right to raise a priority only dedicated merge threads get a lower one',
  async () => {
    await using folder = await temporaryFolder()
    const chrt = await fakeChrt(folder.path)
    await chrt.refuse()
    {
      await using first = await startEngine(folder.path, [], chrt.env)
      await slowToMerge(first)
      await expect.poll(() => prioritiesOf(mergesOf(first)), SOON).toEqual(['lowered'])
    }
    await using engine = await startEngine(folder.path, [], chrt.env)
    const optimizing = await optimizeSlowly(engine)
    const others = () => mergesOf(engine).filter(({ id }) => id !== optimizing.session()[0]?.id)
    await expect.poll(() => prioritiesOf(others()), SOON).toEqual(['lowered'])
    // No event shows that the thread was checked and left alone, so wait for twice the check interval.
    await sleep(2000)
    expect(optimizing.session()).toMatchObject([{ name: MERGES, priority: 'usual' }])
    await optimizing.end()
    expect(keptBackOf(engine)).toEqual([])
    expect(engine.errors()).toBe('')
  },
)
