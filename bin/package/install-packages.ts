import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { NOT_BUNDLED } from '../build-server.ts'
import { LIBC, type LockFile, packagesNeeded } from './lock-file.ts'
import type { Platform } from './platforms.ts'

interface PackageFacts {
  readonly version: string
  readonly optionalDependencies: Readonly<Record<string, string>>
}

/**
 * Installs what the server needs besides its bundle, for any platform: the packages that are not bundled, Node and the
 * engine. npm compares them with the hashes of package-lock.json. Answers the folder.
 */
export function installPackages(root: string, platform: Platform): string {
  const folder = join(root, '.cache', 'package', platform.name)
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  const wanted = wantedPackages(root, platform)
  for (const [file, content] of Object.entries(wanted)) writeFileSync(join(folder, file), JSON.stringify(content))
  const machine = [
    `--os=${platform.os}`,
    `--cpu=${platform.cpu}`,
    ...(platform.os === 'linux' ? [`--libc=${LIBC}`] : []),
  ]
  // Not `npm ci`: it refuses a lock file that lacks a package for another machine.
  const install = [
    'install',
    '--no-save',
    '--loglevel=error',
    '--no-audit',
    '--no-fund',
    '--ignore-scripts',
    '--prefer-offline',
    ...machine,
  ]
  const npm = process.env['npm_execpath']
  const [program, args] = npm === undefined ? ['npm', install] : [npmNode(), [npm, ...install]]
  const { status, stderr } = spawnSync(program, args, { cwd: folder, encoding: 'utf8' })
  if (status !== 0) throw new Error(`The packages for ${platform.name} cannot be installed:\n${stderr}`)
  const places = Object.keys(wanted['package-lock.json'].packages)
  const missing = places.filter((place) => !existsSync(join(folder, place, 'package.json')))
  if (missing.length === 0) return folder
  throw new Error(
    `The registry does not have these packages, or they differ from package-lock.json: ${missing.join(', ')}`,
  )
}

/** The Node that npm came with. */
const npmNode = (): string => process.env['npm_node_execpath'] ?? process.execPath

/** A project that has only what the server needs on this machine, in the versions of the whole one. */
export function wantedPackages(root: string, platform: Platform) {
  const read = (file: string) => readFileSync(join(root, file), 'utf8')
  const lock: LockFile = JSON.parse(read('package-lock.json'))
  const product: PackageFacts = JSON.parse(read('package.json'))
  const engine: PackageFacts = JSON.parse(read('engine/package.json'))
  const programs = {
    [platform.node]: versionIn(product, platform.node),
    [platform.engine]: versionIn(engine, platform.engine),
  }
  const libraries = packagesNeeded(lock, { from: 'server', names: NOT_BUNDLED, platform })
  const packages = new Map(libraries)
  for (const [name, version] of Object.entries(programs)) {
    const place = `node_modules/${name}`
    // Without an entry npm compares it with the hash of the registry.
    packages.set(place, lock.packages[place] ?? { version })
  }
  const inner = [...packages.keys()].filter((place) => !place.startsWith('node_modules/'))
  if (inner.length > 0) throw new Error(`The server has other versions than the root of ${inner.join(', ')}`)
  const versions = NOT_BUNDLED.map((name) => [name, libraries.get(`node_modules/${name}`)?.version ?? ''] as const)
  const project = {
    name: 'logyard',
    version: product.version,
    dependencies: Object.fromEntries(versions),
    // For npm a needed package for another machine is an error.
    optionalDependencies: programs,
  }
  return {
    'package.json': { ...project, private: true },
    'package-lock.json': {
      ...{ name: 'logyard', lockfileVersion: 3, requires: true },
      packages: { '': project, ...Object.fromEntries(packages) },
    },
  }
}

function versionIn({ optionalDependencies }: PackageFacts, name: string): string {
  const version = optionalDependencies[name]
  if (version === undefined) throw new Error(`No version of ${name} is wanted`)
  return version
}
