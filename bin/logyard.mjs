#!/usr/bin/env node
// What every npm script starts with. Plain JavaScript that Node 20 understands, because it runs before anything is
// installed: it installs what package-lock.json names, then goes on with the Node that the project carries.
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, realpathSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')
const ownNode = join(root, 'node_modules', '.bin', 'node')

function installMissing() {
  const stamp = join(root, 'node_modules', '.logyard-installed')
  const wanted = createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .digest('hex')
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return
  console.log('Installing what Logyard needs (this happens once) ...')
  // Not `npm ci`: it refuses a lock file made where some package for another platform could not be had.
  const install = ['install', '--no-save', '--no-audit', '--no-fund', '--loglevel=error']
  const npm = process.env.npm_execpath
  const [program, args] = npm === undefined ? ['npm', install] : [process.execPath, [npm, ...install]]
  const { status } = spawnSync(program, args, { cwd: root, stdio: 'inherit' })
  if (status !== 0) {
    console.error('The installation failed, see the lines above. Can this machine reach the npm registry?')
    process.exit(1)
  }
  writeFileSync(stamp, wanted)
}

/** The Node to go on with: the project's own, or the machine's where no package carries one and it is new enough. */
function chooseNode() {
  if (existsSync(ownNode)) return realpathSync(ownNode)
  if (Number(process.versions.node.split('.')[0]) >= 26) return process.execPath
  console.error(`No Node 26 is packaged for ${process.platform}-${process.arch}: install Node 26 or newer.`)
  process.exit(1)
}

installMissing()
const node = chooseNode()
const commands = join(root, 'bin', 'commands.ts')
const args = process.argv.slice(2)
if (args[0] === 'start') {
  const { supervise } = await import('./supervise.mjs')
  process.exitCode = await supervise(node, [commands, ...args], { cwd: root })
} else if (node === realpathSync(process.execPath)) {
  await import(commands)
} else {
  const child = spawn(node, [commands, ...args], {
    cwd: root,
    // A channel that closes with this process, however it ends, so that the tests can end theirs.
    stdio: ['inherit', 'inherit', 'inherit', ...(['test', 'soak'].includes(args[0]) ? ['ipc'] : [])],
  })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  child.on('exit', (code) => process.exit(code ?? 1))
}
