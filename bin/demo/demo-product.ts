import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

export interface DemoProduct extends AsyncDisposable {
  /** Of the console, with a slash at the end. */
  readonly url: string
  readonly user: string
  readonly password: string
  /** Resolves when it is gone. */
  readonly ended: Promise<void>
}

const DATA_FOLDER = './data-demo'
/** Known to everybody, on an address that only this machine reaches, for messages that are all made up. */
const PASSWORD = 'demo'

/** A Logyard of its own, in a folder of its own; settings of the environment hold here too. */
export async function startDemoProduct(root: string, env: NodeJS.ProcessEnv): Promise<DemoProduct> {
  const password = env['LOGYARD_ADMIN_PASSWORD'] ?? PASSWORD
  const child = spawn(process.execPath, [join(root, 'server', 'src', 'main.ts')], {
    // The channel ends the server when this process is gone, however that happens.
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
    // A Ctrl-C of the terminal is for this process: it tells the server once nothing is sent any more.
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

/** One that runs already: the address may name the user with his password. */
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
