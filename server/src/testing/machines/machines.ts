/**
 * Machines with a network between them, as network namespaces of one computer: what runs on one of them reaches the
 * others through a bridge, and can be cut off. Call it in a process whose network namespace is its own.
 */
import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { connect, createServer } from 'node:net'

const NETWORK = '10.77.0.'
const HUB_NUMBER = 1
const SECOND_HUB_NUMBER = 2
const FIRST_NUMBER = 11

export interface Machine {
  /** Its address for the other machines. */
  readonly address: string
  /** Words before a command line that runs it on this machine. */
  readonly runner: readonly string[]
  /** Loses every packet from and to the others, as when a cable is pulled. */
  cut(): void
  join(): void
  /** Loses every packet to what is published at this address. */
  cutFrom(address: string): void
  joinTo(address: string): void
}

export interface Machines extends Disposable {
  readonly machines: readonly Machine[]
  /** The addresses at which the machines reach this process. */
  readonly hub: string
  readonly secondHub: string
  /** Lets the machines reach a port of this process's loopback interface, under the same number. */
  publish(port: number, address: string): Promise<void>
}

const ip = (...args: readonly string[]) => void execFileSync('ip', args, { stdio: ['ignore', 'ignore', 'inherit'] })

export function createMachines(count: number): Machines {
  const hub = `${NETWORK}${HUB_NUMBER}`
  ip('link', 'set', 'lo', 'up')
  ip('link', 'add', 'hub', 'type', 'bridge')
  ip('addr', 'add', `${hub}/24`, 'dev', 'hub')
  const secondHub = `${NETWORK}${SECOND_HUB_NUMBER}`
  ip('addr', 'add', `${secondHub}/24`, 'dev', 'hub')
  ip('link', 'set', 'hub', 'up')
  using undo = new DisposableStack()
  const machines = Array.from({ length: count }, (_, at) => {
    const name = `logyard-${process.pid}-${at}`
    const cable = `cable${at}`
    const address = `${NETWORK}${FIRST_NUMBER + at}`
    ip('netns', 'add', name)
    undo.defer(() => ip('netns', 'del', name))
    ip('link', 'add', cable, 'type', 'veth', 'peer', 'name', 'inside', 'netns', name)
    ip('link', 'set', cable, 'master', 'hub')
    ip('link', 'set', cable, 'up')
    ip('-n', name, 'addr', 'add', `${address}/24`, 'dev', 'inside')
    ip('-n', name, 'link', 'set', 'inside', 'up')
    ip('-n', name, 'link', 'set', 'lo', 'up')
    return {
      address,
      runner: ['ip', 'netns', 'exec', name],
      cut: () => ip('link', 'set', cable, 'down'),
      join: () => ip('link', 'set', cable, 'up'),
      cutFrom: (other: string) => ip('-n', name, 'route', 'add', 'blackhole', other),
      joinTo: (other: string) => ip('-n', name, 'route', 'del', 'blackhole', other),
    }
  })
  const owned = undo.move()
  return {
    machines,
    hub,
    secondHub,
    async publish(port, address) {
      const server = createServer({ allowHalfOpen: true }, (incoming) => {
        const outgoing = connect({ port, host: '127.0.0.1', allowHalfOpen: true })
        for (const [from, to] of [
          [incoming, outgoing],
          [outgoing, incoming],
        ] as const) {
          from.on('error', () => to.destroy())
          from.on('close', () => to.destroy())
          from.pipe(to)
        }
      })
      server.listen(port, address)
      await once(server, 'listening')
      owned.defer(() => void server.close())
    },
    [Symbol.dispose]: () => owned.dispose(),
  }
}
