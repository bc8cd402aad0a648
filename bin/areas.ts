/** An area is a subject such as `streams`, whose folders in several packages have the same name. */
import { readdirSync } from 'node:fs'
import { join } from 'node:path'

const PARENTS: readonly string[] = [
  'contract/src',
  'codecs/src',
  'languages/src',
  'server/src',
  'console/src',
  'console/src/features',
]

/** Folders that hold areas or helpers of tests. */
const NO_AREAS: ReadonlySet<string> = new Set(['features', 'testing'])

/** Throws, with the names of all areas, if there is none of this name. */
export function foldersOfArea(root: string, name: string): readonly string[] {
  const found = PARENTS.filter((parent) => areasIn(root, parent).includes(name))
  if (found.length > 0) return found.map((parent) => `${parent}/${name}/`)
  const known = [...new Set(PARENTS.flatMap((parent) => areasIn(root, parent)))].sort()
  throw new Error(`There is no area '${name}', only: ${known.join(', ')}`)
}

function areasIn(root: string, parent: string): readonly string[] {
  const entries = readdirSync(join(root, parent), { withFileTypes: true })
  return entries.flatMap((entry) => (entry.isDirectory() && !NO_AREAS.has(entry.name) ? [entry.name] : []))
}
