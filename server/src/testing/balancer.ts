/** HAProxy with the configuration that the product ships, before nodes of a test: each request goes to the next node. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { commonProgram } from '../senders/testing/debian-program.ts'
import { temporaryFolder } from './temporary-folder.ts'

const CONFIGURATION = join(import.meta.dirname, '..', '..', '..', 'packaging', 'cluster', 'haproxy.cfg')
const POLL_MS = 200

export interface BalancedPlaces {
  /** Host and port at which it listens for console and API, and for an input. */
  readonly web: string
  readonly input: string
  /** The same of each node. */
  readonly nodes: readonly { readonly web: string; readonly input: string }[]
}

export async function startBalancer(places: BalancedPlaces): Promise<AsyncDisposable> {
  const program = await commonProgram({ name: 'haproxy', packages: ['haproxy'] })
  if ('missing' in program) throw new Error(program.missing)
  await using starting = new AsyncDisposableStack()
  const folder = starting.use(await temporaryFolder())
  const file = join(folder.path, 'haproxy.cfg')
  await writeFile(file, configurationFor(await readFile(CONFIGURATION, 'utf8'), places))
  const child = spawn(program.path, ['-db', '-f', file], { env: program.env, stdio: ['ignore', 'ignore', 'pipe'] })
  const hasEnded = () => child.exitCode !== null || child.signalCode !== null
  starting.defer(async () => {
    if (hasEnded()) return
    child.kill('SIGTERM')
    await once(child, 'exit')
  })
  let output = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    output += text
  })
  while (!(await isReady(places.web))) {
    if (hasEnded()) throw new Error(`HAProxy did not start:\n${output}`)
    await setTimeout(POLL_MS)
  }
  return starting.move()
}

const isReady = (web: string): Promise<boolean> =>
  fetch(`http://${web}/api/logyard/health/ready`).then(
    ({ ok }) => ok,
    () => false,
  )

/** The configuration for containers, with addresses of this machine. */
function configurationFor(text: string, { web, input, nodes }: BalancedPlaces): string {
  const portOf = (address: string) => address.slice(address.lastIndexOf(':') + 1)
  const placed = text
    .replace(/^resolvers docker\n(?: +.*\n)*/m, '')
    .replace(' resolvers docker init-addr none', '')
    // More connections need more files than a test may open.
    .replace('maxconn 20000', 'maxconn 2000')
    .replace('bind :9000', `bind ${web}`)
    .replace('bind :12201', `bind ${input}`)
    .replaceAll('balance leastconn', 'balance roundrobin')
    .replaceAll('check port 9000', `check port ${portOf(nodes[0]?.web ?? '')}`)
  return nodes.reduce(
    (before, node, at) =>
      before.replaceAll(`logyard-${at + 1}:9000`, node.web).replaceAll(`logyard-${at + 1}:12201`, node.input),
    placed,
  )
}
