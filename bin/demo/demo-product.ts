import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { nodeFlags } from '../../server/src/platform/node-flags.ts'
import { buildServer, serverProgram } from '../build-server.ts'

export interface DemoProduct extends AsyncDisposable {
  /** The console's address, ending with a slash. */
  readonly url: string
  readonly user: string
  readonly password: string
  /** Resolves when the server has ended. */
  readonly ended: Promise<void>
}

const DATA_FOLDER = './data-demo'
/** A public password: the address is reachable only from this machine, and all messages are made up. */
const PASSWORD = 'demo'

/** Starts a Logyard server on its own folder; settings from the environment apply. */
export async function startDemoProduct(root: string, env: NodeJS.ProcessEnv): Promise<DemoProduct> {
  const password = env['LOGYARD_ADMIN_PASSWORD'] ?? PASSWORD
  await buildServer(root)
  const child = spawn(process.execPath, [...nodeFlags(process.env), serverProgram(root)], {
    // The channel ends the server when this process ends for any reason.
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
    // Ctrl-C reaches only this process, which stops the server after it stopped sending.
    detached: true,
    env: {
      LOGYARD_DATA: DATA_FOLDER,
      LOGYARD_LOG_LEVEL: 'warn',
      ...env,
      LOGYARD_ADMIN_PASSWORD: password,
    },
  })
  const ended = new Promise<void>((resolve) => child.on('exit', () => resolve()))
  const { stdout } = child
  if (stdout === null) throw new Error('a piped stream is missing')
  const ready = new Promise<string>((resolve) => {
    createInterface({ input: stdout }).on('line', (line) => {
      const [, url] = /ready: (\S+)/.exec(line) ?? []
      if (url !== undefined) resolve(url)
    })
  })
  const url = await Promise.race([ready, ended.then(() => undefined)])
  if (url === undefined) {
    throw new Error('Logyard did not start, see above. To fill one that runs already: npm run demo -- --address URL')
  }
  return {
    url,
    user: 'admin',
    password,
    ended,
    async [Symbol.asyncDispose]() {
      child.kill('SIGTERM')
      await ended
    },
  }
}

/** Uses a running server; its address may contain user and password. */
export function runningProduct(
  address: string,
  env: NodeJS.ProcessEnv,
): Pick<DemoProduct, 'url' | 'user' | 'password'> {
  const { username, password, origin, pathname } = new URL(address)
  return {
    url: `${origin}${pathname.replace(/\/$/, '')}/`,
    user: username === '' ? 'admin' : decodeURIComponent(username),
    password: password === '' ? (env['LOGYARD_ADMIN_PASSWORD'] ?? PASSWORD) : decodeURIComponent(password),
  }
}
