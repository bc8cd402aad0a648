import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { findSystemLibrary } from './find-system-library.ts'
import { filesIn, type PackedFile, packed } from './packed-files.ts'
import type { Platform } from './platforms.ts'

/** Files of installed packages that no program loads: types, maps, documents, native sources, tests. */
const NOT_LOADED =
  /\.(d\.[cm]?ts|ts|map|flow|gyp|h|c|cc|cpp|hpp|py)$|(^|\/)(tests?|__tests__|benchmarks?|bench|examples?|docs|coverage)\/|(^|\/)(?!licen[cs]e|notice|copying)[^/]*\.(md|markdown)$/i
/** C sources that lmdb ships beside what is built from them. */
const NATIVE_SOURCES = /^lmdb\/(dependencies|src)\//

export interface BuiltParts {
  /** The bundle with the program of the package. */
  readonly server: string
  /** The installed packages for the platform. */
  readonly installed: string
  readonly licences: string
}

/** The files of a package, as they lie beside each other after it is unpacked. */
export function productFiles(root: string, platform: Platform, { server, installed, licences }: BuiltParts) {
  const modules = join(installed, 'node_modules')
  const node = join(modules, platform.node)
  const own = (path: string, glob?: string) =>
    filesIn(join(root, path), path, { ...(glob === undefined ? {} : { glob }), isLeftOut: isTest })
  const files: readonly PackedFile[] = [
    { ...packed(join(root, 'packaging', 'logyard'), 'logyard'), isProgram: true },
    packed(join(root, 'packaging', 'README.txt'), 'README.txt'),
    { path: 'LICENCES.txt', text: licences },
    { ...packed(join(node, 'bin', 'node'), 'runtime/bin/node'), isProgram: true },
    ...systemLibraries(join(node, 'bin', 'node'), platform),
    ...filesIn(modules, 'node_modules', { isLeftOut: (file) => isLeftOut(file, platform) }),
    { path: 'node_modules/@logyard/engine', link: '../../engine' },
    packed(join(root, 'engine', 'package.json'), 'engine/package.json'),
    packed(join(root, 'engine', 'config.xml'), 'engine/config.xml'),
    ...own('engine/src'),
    ...own('server/src/content-packs/gallery/packs'),
    ...own('server/src/platform', '*.cnf'),
    ...filesIn(server, 'server/dist'),
    ...filesIn(join(root, 'console', 'dist'), 'console/dist'),
  ]
  return files
}

const isTest = (file: string): boolean => /\.test\.ts$|(^|\/)testing\//.test(file)

function isLeftOut(file: string, { node, engine }: Platform): boolean {
  if (file.startsWith('.')) return true
  if (file.startsWith(`${node}/`)) return true
  if (file.startsWith(`${engine}/`)) return !/\/(libchdb\.so|package\.json|LICENSE[^/]*)$/.test(file)
  return NOT_LOADED.test(file) || NATIVE_SOURCES.test(file)
}

/** The library that Node needs and that small installations of Linux do not have. */
const ATOMIC = 'libatomic.so.1'

function systemLibraries(node: string, platform: Platform): readonly PackedFile[] {
  if (!readFileSync(node).includes(ATOMIC)) return []
  return [{ path: `runtime/lib/${ATOMIC}`, file: findSystemLibrary(ATOMIC, platform) }]
}
