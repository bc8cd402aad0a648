/** Measures the cost of thousands of polling agents for one node, and whether each gets the assignments and actions. */
import { type ServerProcess, startServer } from '@logyard/server/testing/server-process'
import { median } from './median.ts'
import { processesOf, processorMs } from './process-figures.ts'
import { startAgents } from './sidecar-agents.ts'

type Print = (line: string) => void

const AGENTS = 5000
const INTERVALS_S = [30, 10]
const ROUNDS = 2
const PAGES = 9
const SECOND_MS = 1000

export async function benchSidecars(print: Print): Promise<void> {
  await using server = await startServer({ env: { LOGYARD_LOG_LEVEL: 'error' } })
  using agents = await startAgents(server.url, AGENTS)
  await agents.pollAll(INTERVALS_S[1] ?? 0)
  const assigned = await agents.assignAll()
  await agents.pollAll(INTERVALS_S[1] ?? 0)
  print(`${AGENTS} sidecars assigned in ${assigned.toFixed(0)} ms; ${agents.configured()} had it after their next poll`)
  const pages: number[] = []
  for (let index = 0; index < PAGES; index += 1) pages.push(await agents.listPages())
  print(`first pages of overview and administration: ${median(pages).toFixed(0)} ms together`)
  for (const seconds of INTERVALS_S) {
    agents.latencies.length = 0
    const before = usedMs(server)
    for (let round = 0; round < ROUNDS; round += 1) await agents.pollAll(seconds)
    // Share of the intended time: a machine that is busy with other work answers late, and would seem to need less.
    const cores = (usedMs(server) - before) / (ROUNDS * seconds * SECOND_MS)
    const sorted = agents.latencies.toSorted((a, b) => a - b)
    const percentile = (share: number) => (sorted[Math.floor(sorted.length * share)] ?? 0).toFixed(1)
    const goal = seconds === INTERVALS_S[0] ? ' (goals 0.25 cores, 50 ms)' : ''
    print(
      `every ${seconds} s: ${cores.toFixed(2)} cores for server and engine, p50 ${median(sorted).toFixed(1)} ms, ` +
        `p99 ${percentile(0.99)} ms${goal}, ${agents.failures()} failed`,
    )
  }
  const requested = await agents.restartAll()
  await agents.pollAll(INTERVALS_S[1] ?? 0)
  const once = agents.restarts()
  await agents.pollAll(INTERVALS_S[1] ?? 0)
  print(
    `restart of all requested in ${requested.toFixed(0)} ms; ${once} got it with their next poll, ` +
      `${agents.restarts() - once} got it twice`,
  )
}

const usedMs = ({ pid }: ServerProcess) => processesOf(pid).reduce((sum, each) => sum + processorMs(each), 0)
