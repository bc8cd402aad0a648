/**
 * What several nodes and shards cost. Each layout takes messages in turn with one node and one shard, so that other load on
 * the machine affects both: at the same rate for each node, and as fast as each node takes them. Then searches and calls.
 */
import { setTimeout } from 'node:timers/promises'
import { benchCalls, benchSearches } from './cluster-calls.ts'
import { type ClusterTarget, type Layout, startClusterTarget, type Usage } from './cluster-target.ts'
import { median } from './median.ts'

type Print = (line: string) => void

const BASE: Layout = { nodes: 1, shards: 1 }
const LAYOUTS: readonly Layout[] = [
  { nodes: 1, shards: 2 },
  { nodes: 2, shards: 2 },
  { nodes: 3, shards: 2 },
]
const ROUNDS = 3
/** All of these are for each node. */
const WARM_UP_MESSAGES = 50_000
const PER_SECOND = 6000
const PACED_MESSAGES = 8 * PER_SECOND
const FAST_MESSAGES = 100_000
const AT_ONCE = 1_000_000
const IDLE_MS = 5000

interface Side {
  readonly layout: Layout
  readonly target: ClusterTarget
  /** Processor time in ms that a second without messages costs. */
  readonly idle: Usage
}

/** Processor time of a message in us. */
interface Cost {
  readonly nodes: number
  readonly clickHouse: number
  readonly all: number
  /** Without what the same time costs while no messages come. */
  readonly net: number
  readonly perInsert: number
}

export async function benchCluster(print: Print): Promise<void> {
  print('GELF TCP; a node has one core. Processor time of nodes, ClickHouse and PostgreSQL, medians')
  await using base = await start(BASE)
  print(nameOf(base))
  print(`  ${await benchSearches(base.target)}`)
  for (const layout of LAYOUTS) await benchLayout(layout, base, print)
}

async function benchLayout(layout: Layout, base: Side, print: Print): Promise<void> {
  await using side = await start(layout)
  print(nameOf(side))
  if (layout.nodes === 1) print(`  ${await benchSearches(side.target)}`)
  else print(`  ${await benchCalls(side.target)}`)
  await compare({ side, base, messages: FAST_MESSAGES, perSecond: AT_ONCE, name: 'as fast as possible', print })
  const name = `at ${PER_SECOND}/s for each node`
  await compare({ side, base, messages: PACED_MESSAGES, perSecond: PER_SECOND, name, print })
}

async function start(layout: Layout): Promise<Side & AsyncDisposable> {
  const target = await startClusterTarget(layout)
  // Columns of fields, compiled code and full caches.
  await target.store(layout.nodes * WARM_UP_MESSAGES, AT_ONCE)
  const { used, ms } = await measure(target, () => setTimeout(IDLE_MS))
  const idle = usageBy((part) => (1000 * used[part]) / ms)
  return { layout, target, idle, [Symbol.asyncDispose]: () => target[Symbol.asyncDispose]() }
}

function nameOf({ layout: { nodes, shards }, idle: { nodesMs, clickHouseMs, postgresMs } }: Side): string {
  const parts = [nodesMs, clickHouseMs, postgresMs].map((ms) => ms.toFixed(0)).join(' + ')
  return `${nodes} node${nodes > 1 ? 's' : ''}, ${shards} shard${shards > 1 ? 's' : ''}, idle ${parts} ms a second`
}

async function compare(run: {
  readonly side: Side
  readonly base: Side
  /** For each node. */
  readonly messages: number
  readonly perSecond: number
  readonly name: string
  readonly print: Print
}): Promise<void> {
  const { side, base, messages, perSecond, name, print } = run
  const rounds: { readonly own: Cost; readonly base: Cost }[] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    rounds.push({ own: await costOf(side, messages, perSecond), base: await costOf(base, messages, perSecond) })
  }
  const us = (of: keyof Cost) => median(rounds.map(({ own }) => own[of])).toFixed(1)
  const ratio = (of: keyof Cost) => median(rounds.map((each) => each.own[of] / each.base[of])).toFixed(2)
  const parts = `${us('nodes')} in nodes, ${us('clickHouse')} in ClickHouse`
  const inserted = `${median(rounds.map(({ own }) => own.perInsert)).toFixed(0)} messages an insert`
  print(`  ${name}: ${us('all')} us a message (${parts}), ${us('net')} without idle time; ${inserted}`)
  print(`    of one node and one shard: ${ratio('all')}, ${ratio('net')} without idle time`)
}

async function costOf({ layout, target, idle }: Side, perNode: number, perSecond: number): Promise<Cost> {
  const messages = layout.nodes * perNode
  const { used, ms } = await measure(target, () => target.store(messages, layout.nodes * perSecond))
  const us = (processorMs: number) => (1000 * processorMs) / messages
  const sum = ({ nodesMs, clickHouseMs, postgresMs }: Usage) => nodesMs + clickHouseMs + postgresMs
  return {
    nodes: us(used.nodesMs),
    clickHouse: us(used.clickHouseMs),
    all: us(sum(used)),
    net: us(sum(used) - (sum(idle) * ms) / 1000),
    perInsert: messages / used.inserts,
  }
}

async function measure(target: ClusterTarget, work: () => Promise<void>) {
  const before = await target.usage()
  const startedAtMs = performance.now()
  await work()
  const ms = performance.now() - startedAtMs
  const after = await target.usage()
  return { used: usageBy((part) => after[part] - before[part]), ms }
}

const usageBy = (read: (part: keyof Usage) => number): Usage => ({
  nodesMs: read('nodesMs'),
  clickHouseMs: read('clickHouseMs'),
  postgresMs: read('postgresMs'),
  inserts: read('inserts'),
})
