/** The commands behind the npm scripts. Each is loaded when it is asked for, so that `npm start` stays quick. */
import { enableCompileCache } from 'node:module'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..')

const commands: Readonly<Record<string, (args: readonly string[]) => Promise<void>>> = {
  /** `args` are those of the supervisor, `bin/supervise.mjs`. */
  async start(args) {
    const { buildServer, serverProgram } = await import('./build-server.ts')
    // A server that starts again after it ended unexpectedly was built before.
    if (!args.includes('--ended')) {
      const { buildConsole } = await import('./build-console.ts')
      await buildConsole(root)
      await buildServer(root)
    }
    const { ALLOCATOR_ENV } = await import('../server/src/platform/allocator-env.ts')
    const { nodeFlags } = await import('../server/src/platform/node-flags.ts')
    // In place of this process, where the system can do that: allocator and OpenSSL read their settings at the start.
    const program = [process.execPath, ...nodeFlags(process.env), serverProgram(root), ...args]
    const env = {
      // Saves each start the compilation.
      NODE_COMPILE_CACHE: join(root, '.cache', 'compiled'),
      ...process.env,
      ...ALLOCATOR_ENV,
    }
    process.execve?.(process.execPath, program, env)
    const { run }: typeof import('../server/src/main.ts') = await import(serverProgram(root))
    await run(process.env, args)
  },
  async dev() {
    const { develop } = await import('./develop.ts')
    await develop(root)
  },
  async demo(args) {
    const { demo } = await import('./demo/demo.ts')
    await demo(root, args, process.env)
  },
  async config(args) {
    const { config } = await import('./config/config.ts')
    process.exitCode = await config(args, process.env)
  },
  async test(args) {
    const { runTests } = await import('./run-tests.ts')
    await runTests(root, args)
  },
  async soak(args) {
    const { runSoak } = await import('./run-tests.ts')
    await runSoak(root, args)
  },
  async bench(args) {
    const { buildServer } = await import('./build-server.ts')
    await buildServer(root)
    const { bench } = await import('../bench/src/main.ts')
    await bench(args)
  },
  async package(args) {
    const { buildPackages } = await import('./package/package.ts')
    process.exitCode = await buildPackages(root, args)
  },
  async backup(args) {
    const { backup } = await import('../server/src/backup/backup-cli.ts')
    await backup(args, process.env)
  },
  async restore(args) {
    const { restore } = await import('../server/src/backup/backup-cli.ts')
    await restore(args, process.env)
  },
  async store(args) {
    const { store } = await import('../server/src/store-copy/store-copy-cli.ts')
    process.exitCode = await store(args, process.env)
  },
  async settings(args) {
    const { settings } = await import('../server/src/backup/settings-cli.ts')
    await settings(args, process.env)
  },
}

/** The commands of the terminal client, which are many, small, and in a hurry. */
async function runInTerminal(name: string, args: readonly string[]): Promise<boolean> {
  enableCompileCache(join(root, '.cache', 'compiled'))
  const { isTerminalCommand } = await import('../terminal/src/commands.ts')
  if (!isTerminalCommand(name)) return false
  const { terminal } = await import('../terminal/src/main.ts')
  process.exitCode = await terminal(name, args, process.env)
  return true
}

const [name = '', ...args] = process.argv.slice(2)
const command = commands[name]
try {
  if (command !== undefined) await command(args)
  else if (!(await runInTerminal(name, args))) {
    console.error(`Usage: npm run ${Object.keys(commands).join('|')}, or npm run logyard -- help`)
    process.exitCode = 2
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
