import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, globSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { swapFolder } from './swap-folder.ts'

/** What the console is built from, besides the installed packages. */
const SOURCES = [
  'console/src/**/*',
  'console/public/**/*',
  'console/*.{html,ts,json,cjs}',
  'contract/src/**/*',
  'languages/src/**/*',
]

/** Tells what a built console was built from. */
const STAMP = '.built-from'

/**
 * Builds the console into `console/dist`, unless what is there was built from these very sources. It is built beside it
 * and put there whole: a running server never serves half of it, and two that build at once are not in each other's way.
 */
export async function buildConsole(root: string): Promise<void> {
  const place = join(root, 'console', 'dist')
  const stamp = join(place, STAMP)
  const digest = digestOfSources(root)
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === digest) return
  console.log('Building the console ...')
  const built = join(root, '.cache', `console-${process.pid}`)
  mkdirSync(built, { recursive: true })
  try {
    const vite = join(root, 'node_modules', 'vite', 'bin', 'vite.js')
    const args = [vite, 'build', '--logLevel', 'warn', '--outDir', built, '--emptyOutDir']
    const { status, stdout, stderr } = spawnSync(process.execPath, args, {
      cwd: join(root, 'console'),
      encoding: 'utf8',
    })
    if (status !== 0) throw new Error(`The console could not be built:\n${stdout}${stderr}`)
    writeFileSync(join(built, STAMP), digest)
    swapFolder(built, place)
  } finally {
    rmSync(built, { recursive: true, force: true })
  }
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
