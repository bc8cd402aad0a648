import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { InsertFigures, SelectFigures } from './engine-bench-child.ts'

const CHILD = fileURLToPath(new URL('./engine-bench-child.ts', import.meta.url))
const ROUNDS = 7

/** Compares the bridge with libchdb in process, on the same data, each in its own process and folder. */
export async function benchEngine(print: (line: string) => void): Promise<void> {
  const direct: InsertFigures[] = []
  const bridged: InsertFigures[] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    // Alternating, so that a slow phase of the machine affects both.
    direct.push(await measure<InsertFigures>('direct'))
    bridged.push(await measure<InsertFigures>('bridge'))
  }
  // Compares adjacent runs, so that other load on the machine affects both.
  const ratios = bridged.map((figures, at) => figures.rowsPerSecond / (direct[at]?.rowsPerSecond ?? Number.NaN))
  const range = `${Math.min(...ratios).toFixed(2)} to ${Math.max(...ratios).toFixed(2)}`
  print(`insert over the bridge / in process: ${median(ratios).toFixed(2)} (${range} in ${ROUNDS} rounds, goal 0.85)`)
  print(`insert in process: ${spread(direct)}`)
  print(`insert over the bridge: ${spread(bridged)}`)
  const select = await measure<SelectFigures>('select')
  print(`select 1 over the client: p50 ${select.p50Ms.toFixed(2)} ms, p99 ${select.p99Ms.toFixed(2)} ms`)
}

async function measure<Figures>(what: 'direct' | 'bridge' | 'select'): Promise<Figures> {
  const folder = await mkdtemp(join(tmpdir(), 'logyard-bench-'))
  try {
    const child = spawn(process.execPath, [CHILD, what, folder], {
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      env: { ...process.env, UV_THREADPOOL_SIZE: '16' },
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
