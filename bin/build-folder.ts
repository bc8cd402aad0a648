import { createHash } from 'node:crypto'
import { existsSync, globSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { swapFolder } from './swap-folder.ts'

interface BuiltFolder {
  /** Where it is put, below the root, such as `console/dist`. */
  readonly place: string
  /** Patterns of the files that it is built from, besides the installed packages. */
  readonly sources: readonly string[]
  build(into: string): Promise<void> | void
}

/** Tells what a built folder was built from. */
const STAMP = '.built-from'

/**
 * Builds a folder, unless the one in its place was built from the same sources. It is built elsewhere and put there
 * whole: a program that starts meanwhile never loads half of it, and two builds at once do not disturb each other.
 */
export async function buildFolder(root: string, { place, sources, build }: BuiltFolder): Promise<void> {
  const folder = join(root, place)
  const stamp = join(folder, STAMP)
  const digest = digestOf(root, sources)
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === digest) return
  const title = basename(dirname(folder))
  console.log(`Building the ${title} ...`)
  const built = join(root, '.cache', `${title}-${process.pid}`)
  mkdirSync(built, { recursive: true })
  try {
    await build(built)
    writeFileSync(join(built, STAMP), digest)
    swapFolder(built, folder)
  } finally {
    rmSync(built, { recursive: true, force: true })
  }
}

/** Content of every source: times of files change with a checkout, their bytes do not. */
function digestOf(root: string, sources: readonly string[]): string {
  const hash = createHash('sha256')
  const files = globSync([...sources, 'package-lock.json'], { cwd: root })
  for (const file of files.filter((name) => !/\.test\.tsx?$/.test(name)).sort()) {
    const path = join(root, file)
    if (!statSync(path).isFile()) continue
    hash.update(file).update('\0').update(readFileSync(path)).update('\0')
  }
  return hash.digest('hex')
}
