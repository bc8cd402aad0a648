import { existsSync, globSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { type LockedPackage, type LockFile, packagesNeeded } from './lock-file.ts'
import type { Platform } from './platforms.ts'

/** The workspaces whose packages are in the bundles. */
const BUNDLED = ['server', 'console', 'contract', 'codecs', 'languages']
const LICENCE_FILES = '{LICEN[CS]E,licen[cs]e,COPYING,NOTICE}*'
const RULE = '='.repeat(100)

/** The licences of everything in a package for the platform, as one text. `installed` is the folder of its packages. */
export function licencesText(root: string, platform: Platform, installed: string): string {
  const lock: LockFile = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'))
  const programs: LockFile = JSON.parse(readFileSync(join(installed, 'node_modules', '.package-lock.json'), 'utf8'))
  const packages = new Map(Object.entries(programs.packages))
  for (const workspace of BUNDLED) {
    const names = Object.keys(lock.packages[workspace]?.dependencies ?? {})
    const needed = packagesNeeded(lock, { from: workspace, names, platform })
    for (const [place, entry] of needed) if (entry.link !== true) packages.set(place, entry)
  }
  const sections = [...packages]
    .filter(([place]) => !place.startsWith(`node_modules/${platform.engine}`))
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([place, entry]) => sectionOf(place, entry, [join(installed, place), join(root, place)]))
  return [read(root, 'packaging/licences/overview.txt'), engineSection(root), atomicSection(root), ...sections].join(
    '\n',
  )
}

function sectionOf(place: string, { version = '', license = '' }: LockedPackage, folders: readonly string[]): string {
  const folder = folders.find((path) => existsSync(path))
  const name = place.slice(place.lastIndexOf('node_modules/') + 'node_modules/'.length)
  const files = folder === undefined ? [] : globSync(LICENCE_FILES, { cwd: folder }).sort()
  const texts = files.flatMap((file) => {
    const path = join(folder ?? '', file)
    return statSync(path).isFile() ? [readFileSync(path, 'utf8')] : []
  })
  return [RULE, `${name} ${version}${license === '' ? '' : `: ${license}`}`, '', ...texts].join('\n')
}

const engineSection = (root: string): string =>
  [
    RULE,
    'libchdb, which contains ClickHouse: Apache-2.0',
    '',
    read(root, 'languages/src/grok/LICENSE-APACHE-2.0.txt'),
  ].join('\n')

function atomicSection(root: string): string {
  const texts = ['GCC-RUNTIME-EXCEPTION-3.1.txt', 'GPL-3.0.txt'].map((file) => read(root, `packaging/licences/${file}`))
  const title =
    'libatomic of GCC: GPL-3.0 with the GCC Runtime Library Exception 3.1; its source code is at gcc.gnu.org'
  return [RULE, title, '', ...texts].join('\n')
}

const read = (folder: string, file: string): string => readFileSync(join(folder, file), 'utf8')
