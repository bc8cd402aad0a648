import { readFileSync } from 'node:fs'
import { setTimeout } from 'node:timers/promises'
import { startServer } from '@logyard/server/testing/server-process'
import { median } from './median.ts'
import { processesOf, residentMb } from './process-figures.ts'

const ROUNDS = 5
const IDLE_MS = 5_000

/** Measures from process start to the complete login page, and the memory of the idle processes. */
export async function benchStart(print: (line: string) => void): Promise<void> {
  const startsMs: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const startedAt = performance.now()
    await using server = await startServer()
    await (await fetch(server.url, { headers: { accept: 'text/html' } })).text()
    startsMs.push(performance.now() - startedAt)
    if (round === ROUNDS - 1) await printMemory(server.pid, print)
  }
  print(`start to login page: median ${median(startsMs).toFixed(0)} ms of ${ROUNDS} (empty data folder)`)
}

async function printMemory(pid: number, print: (line: string) => void): Promise<void> {
  await setTimeout(IDLE_MS)
  for (const each of processesOf(pid)) {
    const command = readFileSync(`/proc/${each}/cmdline`, 'utf8').split('\0')
    const program = command.find((part) => part.endsWith('.ts')) ?? command[0] ?? ''
    print(`memory at idle: ${residentMb(each).toFixed(0)} MB ${program.split('/').slice(-3).join('/')}`)
  }
}
