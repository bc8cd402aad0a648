/**
 * Real brokers for tests, on loopback, with folders and ports of their own. RabbitMQ is the package `rabbitmq-server` of
 * Debian; Kafka is a folder with its jars: `KAFKA_HOME`, or /opt/kafka (CONTRIBUTING.md says how to get them).
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, existsSync, globSync, openSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { connect, createServer } from 'node:net'
import { join } from 'node:path'

export interface BrokerProcess extends AsyncDisposable {
  readonly port: number
  /** Starts it, or starts it again with its data, and waits until it accepts connections. */
  start(): Promise<void>
  /** As a crash does. */
  kill(): Promise<void>
}

const RABBITMQ = '/usr/lib/rabbitmq/bin/rabbitmq-server'
const KAFKA_HOME = process.env['KAFKA_HOME'] ?? '/opt/kafka'

export const hasRabbitMq = existsSync(RABBITMQ)
export const hasKafka =
  existsSync(join(KAFKA_HOME, 'libs')) &&
  globSync('{/usr,/usr/local}/bin/java').length + globSync('/opt/java/*/bin/java').length > 0

export async function rabbitMq(folder: string): Promise<BrokerProcess> {
  await mkdir(folder, { recursive: true })
  const [port = 0, distribution = 0, mapper = 0] = await freePorts(3)
  await writeFile(join(folder, 'enabled_plugins'), '[].')
  await writeFile(join(folder, 'rabbitmq.conf'), 'loopback_users = none\n')
  const env = {
    PATH: process.env['PATH'],
    HOME: folder,
    ERL_EPMD_ADDRESS: '127.0.0.1',
    ERL_EPMD_PORT: String(mapper),
    RABBITMQ_CONF_ENV_FILE: '/dev/null',
    RABBITMQ_CONFIG_FILE: join(folder, 'rabbitmq.conf'),
    RABBITMQ_DIST_PORT: String(distribution),
    RABBITMQ_ENABLED_PLUGINS_FILE: join(folder, 'enabled_plugins'),
    RABBITMQ_LOG_BASE: join(folder, 'log'),
    RABBITMQ_LOGS: '-',
    RABBITMQ_MNESIA_BASE: join(folder, 'data'),
    RABBITMQ_NODENAME: `logyard${port}@localhost`,
    RABBITMQ_NODE_IP_ADDRESS: '127.0.0.1',
    RABBITMQ_NODE_PORT: String(port),
    RABBITMQ_SERVER_ADDITIONAL_ERL_ARGS: '-kernel inet_dist_use_interface {127,0,0,1}',
  }
  // Started by the broker it would outlive it.
  const names = run(folder, 'epmd', ['-port', String(mapper), '-address', '127.0.0.1'], env)
  const broker = brokerProcess(port, () => run(folder, RABBITMQ, [], env))
  return {
    ...broker,
    async [Symbol.asyncDispose]() {
      await broker.kill()
      await names.kill()
    },
  }
}

export async function kafka(folder: string): Promise<BrokerProcess> {
  const data = join(folder, 'data')
  await mkdir(data, { recursive: true })
  const [port = 0, controller = 0] = await freePorts(2)
  const id = Buffer.alloc(16, 1).toString('base64url')
  await writeFile(
    join(data, 'meta.properties'),
    ['version=1', 'node.id=1', `cluster.id=${id}`, `directory.id=${id}`, ''].join('\n'),
  )
  const properties = {
    'process.roles': 'broker,controller',
    'node.id': 1,
    'controller.quorum.voters': `1@127.0.0.1:${controller}`,
    listeners: `PLAINTEXT://127.0.0.1:${port},CONTROLLER://127.0.0.1:${controller}`,
    'controller.listener.names': 'CONTROLLER',
    'listener.security.protocol.map': 'PLAINTEXT:PLAINTEXT,CONTROLLER:PLAINTEXT',
    'log.dirs': data,
    'offsets.topic.replication.factor': 1,
    'offsets.topic.num.partitions': 1,
    // The time that it waits for its former process to end.
    'broker.session.timeout.ms': 2000,
    'broker.heartbeat.interval.ms': 500,
    'group.initial.rebalance.delay.ms': 0,
    'auto.create.topics.enable': false,
  }
  const path = join(folder, 'server.properties')
  const lines = Object.entries(properties).map(([key, value]) => `${key}=${value}`)
  await writeFile(path, `${lines.join('\n')}\n`)
  const java = ['-Xmx256m', '-XX:TieredStopAtLevel=1', '-cp', join(KAFKA_HOME, 'libs', '*'), 'kafka.Kafka', path]
  const broker = brokerProcess(port, () => run(folder, 'java', java, process.env))
  return { ...broker, [Symbol.asyncDispose]: broker.kill }
}

interface Running {
  readonly exited: Promise<unknown>
  hasExited(): boolean
  kill(): Promise<void>
}

/** Ends the process group when the broker exits, or when its input closes: also when the tests are killed. */
const SUPERVISE = '{ "$@" </dev/null; kill -KILL -$$; } & cat >/dev/null; kill -KILL -$$'

function run(folder: string, command: string, args: readonly string[], env: NodeJS.ProcessEnv): Running {
  const output = openSync(join(folder, 'output'), 'a')
  // In a process group of its own, because a shell script may start the broker.
  const supervised = ['-c', SUPERVISE, 'sh', command, ...args]
  const child = spawn('/bin/sh', supervised, { env, detached: true, stdio: ['pipe', output, output] })
  closeSync(output)
  const exited = once(child, 'exit').catch(() => undefined)
  const hasExited = () => child.exitCode !== null || child.signalCode !== null
  return {
    exited,
    hasExited,
    async kill() {
      if (child.pid !== undefined && !hasExited()) process.kill(-child.pid, 'SIGKILL')
      await exited
    },
  }
}

function brokerProcess(port: number, spawnIt: () => Running) {
  let running: Running | undefined
  return {
    port,
    async start() {
      const started = spawnIt()
      running = started
      const until = performance.now() + 60_000
      while (!(await accepts(port))) {
        if (started.hasExited() || performance.now() > until) throw new Error('the broker did not start')
        await new Promise((resolve) => setTimeout(resolve, 100))
      }
    },
    async kill() {
      await running?.kill()
      running = undefined
    },
  }
}

const accepts = (port: number) =>
  new Promise<boolean>((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.once('connect', () => {
      socket.destroy()
      resolve(true)
    })
    socket.once('error', () => resolve(false))
  })

async function freePorts(count: number): Promise<readonly number[]> {
  const servers = await Promise.all(
    Array.from({ length: count }, async () => {
      const server = createServer().listen(0, '127.0.0.1')
      await once(server, 'listening')
      return server
    }),
  )
  const ports = servers.map((server) => {
    const address = server.address()
    return typeof address === 'object' && address !== null ? address.port : 0
  })
  await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))))
  return ports
}
