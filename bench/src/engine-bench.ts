import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { InsertFigures, SelectFigures } from './engine-bench-child.ts'

const CHILD = fileURLToPath(new URL('./engine-bench-child.ts', import.meta.url))
const ROUNDS = 7

/** Measures the engine without the server, each time in a process and a folder of its own. */
export async function benchEngine(print: (line: string) => void): Promise<void> {
  const inserts: InsertFigures[] = []
  for (let round = 0; round < ROUNDS; round += 1) inserts.push(await measure<InsertFigures>('insert'))
  print(`insert of JSONEachRow: ${spread(inserts)}`)
  const select = await measure<SelectFigures>('select')
  print(`select 1 over the client: p50 ${select.p50Ms.toFixed(2)} ms, p99 ${select.p99Ms.toFixed(2)} ms`)
}

async function measure<Figures>(what: 'insert' | 'select'): Promise<Figures> {
  const folder = await mkdtemp(join(tmpdir(), 'logyard-bench-'))
  try {
    const child = spawn(process.execPath, [CHILD, what, folder], {
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    })
    const exited = once(child, 'exit').then(([code]) => Promise.reject(new Error(`${what} ended with ${code}`)))
    exited.catch(() => undefined)
    const [figures] = await Promise.race([once(child, 'message'), exited])
    if (child.exitCode === null) await once(child, 'exit')
    return figures
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

function spread(figures: readonly InsertFigures[]): string {
  const rows = figures.map(({ rowsPerSecond }) => rowsPerSecond)
  const thousands = (value: number) => `${Math.round(value / 1000)}k`
  const megabytes = Math.round(median(figures.map(({ megabytesPerSecond }) => megabytesPerSecond)))
  const range = `${thousands(Math.min(...rows))} to ${thousands(Math.max(...rows))}`
  return `${thousands(median(rows))} rows/s (${range}), ${megabytes} MB/s`
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN
}
