/**
 * Program: three machines behind a load balancer get another program one after the other, while messages, settings and
 * searches go on through the load balancer. Prints what was done and what is wrong, and ends with 1 if anything is. Run it
 * in a network namespace of its own: `unshare --net node rolling-upgrade.ts main.mjs`.
 */
import { setTimeout } from 'node:timers/promises'
import { startBalancer } from '../balancer.ts'
import { type Api, createApi, INPUT_PORT, startThreeNodes, type TestNode } from './three-nodes.ts'
import { startWork } from './work.ts'

const WEB_PORT = 9000
/** The load balancer takes a node again after two checks. */
const TAKEN_AGAIN_MS = 6000
const DOORS = 3
/** Lines of each node's log, printed if a call failed or anything is wrong. */
const LOG_LINES = 20

const [program = ''] = process.argv.slice(2)
const hub = '10.77.0.1'
await using cluster = await startThreeNodes({
  LOGYARD_TRUSTED_PROXIES: hub,
  LOGYARD_EXTERNAL_URL: `http://${hub}:9000/`,
})
const { nodes } = cluster
const input = `${hub}:${INPUT_PORT}`
const placeOf = ({ url, machine }: TestNode) => ({ web: new URL(url).host, input: `${machine.address}:${INPUT_PORT}` })
await using _balancer = await startBalancer({ web: `${hub}:${WEB_PORT}`, input, nodes: nodes.map(placeOf) })
const failures: Failures = { unanswered: [], answered: [] }
const door = { ...recording(createApi(`http://${hub}:${WEB_PORT}/`)), input }
await using work = await startWork(
  cluster,
  Number.POSITIVE_INFINITY,
  Array.from({ length: DOORS }, () => door),
)
const versions = new Set<unknown>()
for (const node of nodes) {
  versions.add(await versionOf(node))
  console.log(`${new Date().toISOString()} ${node.url} is upgraded; ${work.acknowledged()} messages are acknowledged`)
  await node.stop()
  await node.start(program)
  await setTimeout(TAKEN_AGAIN_MS)
}
work.enough()
await work.sent
const wrong = [...(await work.check(nodes.length)), ...failures.unanswered]
const upgraded = new Set(await Promise.all(nodes.map(versionOf)))
if (upgraded.size !== 1 || versions.size !== 1 || upgraded.isSubsetOf(versions)) {
  wrong.push(`the versions are ${[...versions, ...upgraded].join(', ')}`)
}
const facts = `${work.acknowledged()} messages were acknowledged, ${work.unanswered()} were not`
console.log(`${facts}, ${wrong.length} things are wrong`)
for (const line of failures.answered) console.log(`a node refused or was slow: ${line}`)
for (const line of wrong) console.log(line)
if (wrong.length > 0 || failures.answered.length > 0)
  for (const node of nodes) console.log(node.output().split('\n').slice(-LOG_LINES).join('\n'))
process.exitCode = wrong.length === 0 ? 0 : 1

async function versionOf(node: Api): Promise<unknown> {
  return (await node.call('GET', '/system'))['version']
}

interface Failures {
  /** The load balancer has to ask another node in place of one that stops. */
  readonly unanswered: string[]
  /** A node answered, or was busy for longer than the client waits: printed only, as the machine may be overloaded. */
  readonly answered: string[]
}

/** Notes each call that fails. */
function recording(api: Api): Api {
  return {
    ...api,
    async call(method, path, body) {
      try {
        return await api.call(method, path, body)
      } catch (error) {
        const cause = error instanceof Error && error.cause !== undefined ? `: ${error.cause}` : ''
        const line = `${new Date().toISOString()} ${error}${cause}`
        const isAnswered = line.includes('"type":"ApiError"') || line.includes('TimeoutError')
        failures[isAnswered ? 'answered' : 'unanswered'].push(line)
        throw error
      }
    },
  }
}
