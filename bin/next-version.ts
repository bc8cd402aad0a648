/** Builds the server as a next version, for tests of upgrades: with another number, and one more migration of its settings. */
import { cpSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { bundleServer } from './build-server.ts'

export const NEXT_VERSION = '99.0.0'
/** The next version has these files, and this part of them in another form. */
const CHANGES: readonly (readonly [file: string, part: RegExp, replacement: string])[] = [
  ['server/package.json', /"version": "[^"]*"/, `"version": "${NEXT_VERSION}"`],
  [
    'server/src/platform/settings/postgres/postgres-migrate.ts',
    /(readonly PostgresMigration\[\] = \[)(.*)\]/,
    "$1$2, { number: 99, sql: 'ALTER TABLE store ADD COLUMN of_the_next_version text' }]",
  ],
]
const COPIED = ['server', 'package.json']
const LINKED = ['bin', 'codecs', 'console', 'contract', 'engine', 'languages', 'node_modules']

/** Returns the program. `folder` is empty. */
export async function buildNextVersion(root: string, folder: string): Promise<string> {
  const isSource = (path: string) => !path.startsWith(join(root, 'server', 'dist'))
  for (const name of COPIED) cpSync(join(root, name), join(folder, name), { recursive: true, filter: isSource })
  for (const name of LINKED) symlinkSync(join(root, name), join(folder, name))
  for (const [file, part, replacement] of CHANGES) {
    const path = join(folder, file)
    const before = readFileSync(path, 'utf8')
    const after = before.replace(part, replacement)
    if (after === before) throw new Error(`${file} has no ${part}`)
    writeFileSync(path, after)
  }
  const built = join(folder, 'server', 'dist')
  await bundleServer(folder, built, { main: join('server', 'src', 'main.ts') })
  return join(built, 'main.mjs')
}
