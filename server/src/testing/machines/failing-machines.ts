/**
 * Program: three machines take messages, settings and searches while nodes, replicas and PostgreSQL are killed and machines
 * are cut off in turn. Prints what was done and what is wrong, and ends with 1 if anything is. Run it in a network
 * namespace of its own: `unshare --net node failing-machines.ts 2000000`.
 */
import { setTimeout } from 'node:timers/promises'
import type { ClusterServer } from '../clickhouse-cluster.ts'
import { startThreeNodes } from './three-nodes.ts'
import { startWork } from './work.ts'

const DOWN_MS = 8000
const CUT_MS = 20_000
const QUIET_MS = 10_000

interface Fault {
  readonly name: string
  begin(): Promise<void> | void
  end(): Promise<void> | void
  readonly lastsMs: number
}

const messages = Number(process.argv[2])
await using cluster = await startThreeNodes()
const { nodes, clickHouse, postgres, postgresHost } = cluster
await using work = await startWork(cluster, messages)

const faults: readonly Fault[] = [
  ...nodes.map((node, at) => ({
    ...{ name: `node ${at + 1} is killed`, lastsMs: DOWN_MS },
    begin: () => node.kill(),
    end: () => node.start(),
  })),
  ...clickHouse.servers.map(({ shard, replica, kill, start }) => ({
    ...{ name: `replica ${replica} of shard ${shard} is killed`, lastsMs: DOWN_MS },
    begin: kill,
    end: start,
  })),
  ...clickHouse.servers.slice(0, 1).map(({ shard, replica, signal }) => ({
    ...{ name: `replica ${replica} of shard ${shard} hangs`, lastsMs: CUT_MS },
    begin: () => signal('SIGSTOP'),
    end: () => signal('SIGCONT'),
  })),
  {
    ...{ name: 'all replicas of shard 2 are killed', lastsMs: DOWN_MS },
    begin: () => onShard(2, (server) => server.kill()),
    end: () => onShard(2, (server) => server.start()),
  },
  { name: 'PostgreSQL is killed', lastsMs: DOWN_MS, begin: () => postgres.kill(), end: () => postgres.start() },
  ...nodes.map(({ machine }, at) => ({
    ...{ name: `node ${at + 1} is cut off`, lastsMs: CUT_MS },
    begin: () => machine.cut(),
    end: () => machine.join(),
  })),
  ...nodes.map(({ machine }, at) => ({
    ...{ name: `node ${at + 1} is cut off from PostgreSQL`, lastsMs: CUT_MS },
    begin: () => machine.cutFrom(postgresHost),
    end: () => machine.joinTo(postgresHost),
  })),
]

async function onShard(shard: number, act: (server: ClusterServer) => Promise<void>): Promise<void> {
  await Promise.all(clickHouse.servers.filter((server) => server.shard === shard).map(act))
}

let areSent = false
void work.sent.then(() => {
  areSent = true
})
let round = 0
for (; !areSent || round < faults.length; round += 1) {
  const fault = faults[round % faults.length]
  if (fault === undefined) break
  console.log(`${fault.name}; ${work.acknowledged()} messages are acknowledged`)
  await fault.begin()
  await setTimeout(fault.lastsMs)
  await fault.end()
  await setTimeout(QUIET_MS)
}
const wrong = await work.check(round)
console.log(`${work.acknowledged()} messages were acknowledged, ${wrong.length} things are wrong`)
for (const line of wrong) console.log(line)
process.exitCode = wrong.length === 0 ? 0 : 1
