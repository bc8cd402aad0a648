import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, globSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** What the console is built from, besides the installed packages. */
const SOURCES = [
  'console/src/**/*',
  'console/public/**/*',
  'console/*.{html,ts,json,cjs}',
  'contract/src/**/*',
  'languages/src/**/*',
]

/** Builds the console into `console/dist`, unless what is there was built from these very sources. */
export async function buildConsole(root: string): Promise<void> {
  const stamp = join(root, 'console', 'dist', '.built-from')
  const digest = digestOfSources(root)
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === digest) return
  console.log('Building the console ...')
  const vite = join(root, 'node_modules', 'vite', 'bin', 'vite.js')
  const { status, stdout, stderr } = spawnSync(process.execPath, [vite, 'build', '--logLevel', 'warn'], {
    cwd: join(root, 'console'),
    encoding: 'utf8',
  })
  if (status !== 0) throw new Error(`The console could not be built:\n${stdout}${stderr}`)
  writeFileSync(stamp, digest)
}

/** Content of every source: times of files change with a checkout, their bytes do not. */
function digestOfSources(root: string): string {
  const hash = createHash('sha256')
  const files = globSync([...SOURCES, 'package-lock.json'], { cwd: root })
  for (const file of files.filter((name) => !/\.test\.tsx?$/.test(name)).sort()) {
    const path = join(root, file)
    if (!statSync(path).isFile()) continue
    hash.update(file).update('\0').update(readFileSync(path)).update('\0')
  }
  return hash.digest('hex')
}
