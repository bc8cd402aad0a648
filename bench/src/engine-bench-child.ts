/** Measures one aspect of the engine on the given folder and sends the figures to its parent. */
import { once } from 'node:events'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { ENGINE_PROGRAM, spawnEngine } from '@logyard/server/store/engine/engine-child'
import { connectToEngine } from '@logyard/server/testing/engine-owner'

/** The result of one measuring process. */
export type InsertFigures = { readonly rowsPerSecond: number; readonly megabytesPerSecond: number }
export type SelectFigures = { readonly p50Ms: number; readonly p99Ms: number }

const BLOCKS = 16
const ROWS_PER_BLOCK = 20_000
const SELECTS = 1000
const TABLE = `CREATE TABLE messages (timestamp DateTime64(3), id UInt64, source LowCardinality(String), message String,
  fields JSON) ENGINE = MergeTree ORDER BY timestamp SETTINGS fsync_after_insert = 1`

/** The same bytes in every process, from a small linear congruential generator. */
function makeBlocks(): Buffer[] {
  let seed = 17
  const next = (below: number) => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor((seed / 2_147_483_648) * below)
  }
  return Array.from({ length: BLOCKS }, (_, block) => {
    const lines = Array.from({ length: ROWS_PER_BLOCK }, (_, row) => {
      const id = block * ROWS_PER_BLOCK + row
      return JSON.stringify({
        timestamp: 1_772_000_000_000 + id,
        id,
        source: `web-${next(40)}`,
        message: `GET /api/orders/${next(1_000_000)}/items took ${next(5000)} ms for session ${next(2 ** 31).toString(16)}`,
        fields: { status: 200 + next(300), took: next(5000), user: `user-${next(5000)}`, region: `r${next(8)}` },
      })
    })
    return Buffer.from(`${lines.join('\n')}\n`)
  })
}

function figuresOf(blocks: readonly Buffer[], elapsedMs: number): InsertFigures {
  const bytes = blocks.reduce((sum, block) => sum + block.length, 0)
  return {
    rowsPerSecond: (BLOCKS * ROWS_PER_BLOCK * 1000) / elapsedMs,
    megabytesPerSecond: bytes / 1000 / elapsedMs,
  }
}

/** An engine on the folder, with a client. */
async function startEngine(folder: string) {
  const engine = spawnEngine({ dataFolder: join(folder, 'engine'), program: ENGINE_PROGRAM })
  await once(engine.stdout, 'data')
  const client = await connectToEngine(folder)
  return {
    client,
    async [Symbol.asyncDispose]() {
      await client.close()
      engine.kill('SIGTERM')
      await once(engine, 'exit')
    },
  }
}

async function insert(folder: string): Promise<InsertFigures> {
  await using engine = await startEngine(folder)
  await engine.client.command({ query: TABLE })
  const blocks = makeBlocks()
  const startedAtMs = performance.now()
  for (const block of blocks) {
    const values = Readable.from([block], { objectMode: false })
    const { stream } = await engine.client.exec({ query: 'INSERT INTO messages FORMAT JSONEachRow', values })
    await stream.resume().toArray()
  }
  return figuresOf(blocks, performance.now() - startedAtMs)
}

async function select(folder: string): Promise<SelectFigures> {
  await using engine = await startEngine(folder)
  const timesMs: number[] = []
  for (let at = 0; at < SELECTS + 100; at += 1) {
    const startedAtMs = performance.now()
    const result = await engine.client.query({ query: 'SELECT 1 AS one', format: 'JSONEachRow' })
    await result.json()
    // The first ones warm up both sides.
    if (at >= 100) timesMs.push(performance.now() - startedAtMs)
  }
  timesMs.sort((a, b) => a - b)
  return { p50Ms: timesMs[SELECTS / 2] ?? Number.NaN, p99Ms: timesMs[(SELECTS * 99) / 100] ?? Number.NaN }
}

const MEASURES = { insert, select }
const [what = '', folder = ''] = process.argv.slice(2)
if (what !== 'insert' && what !== 'select') throw new Error(`There is nothing called ${what}`)
const figures = await MEASURES[what](folder)
process.send?.(figures, () => process.exit(0))
