import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { buildConsole } from '../../bin/build-console.ts'

const root = join(import.meta.dirname, '..', '..')
const GOAL_KB = 250

/** JavaScript that a browser loads before the login page shows: what index.html names, and what those import at once. */
export async function benchConsole(print: (line: string) => void): Promise<void> {
  await buildConsole(root)
  const dist = join(root, 'console', 'dist')
  const html = readFileSync(join(dist, 'index.html'), 'utf8')
  const pending = [...html.matchAll(/assets\/([\w.-]+\.js)/g)].map((match) => match[1] ?? '')
  const loaded = new Map<string, number>()
  for (let file = pending.pop(); file !== undefined; file = pending.pop()) {
    if (loaded.has(file)) continue
    const code = readFileSync(join(dist, 'assets', file))
    loaded.set(file, gzipSync(code, { level: 6 }).length)
    const imported = code.toString('utf8').matchAll(/(?:from|import)\s*["']\.\/([\w.-]+\.js)["']/g)
    pending.push(...[...imported].map((match) => match[1] ?? ''))
  }
  const bytes = [...loaded.values()].reduce((sum, size) => sum + size, 0)
  print(
    `JavaScript of the first screen: ${(bytes / 1000).toFixed(0)} kB gzip in ${loaded.size} files (goal ${GOAL_KB} kB)`,
  )
}
