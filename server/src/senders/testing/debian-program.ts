/** Provides programs of Debian packages, for tests with the real programs, where they are not installed. */
import { execFile } from 'node:child_process'
import { access, constants, mkdir, mkdtemp, readdir, readFile, rename, rm } from 'node:fs/promises'
import { delimiter, dirname, join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)
const CACHE = join(import.meta.dirname, '..', '..', '..', '..', 'node_modules', '.cache', 'logyard-debian')

export interface DebianProgram {
  readonly path: string
  readonly env: NodeJS.ProcessEnv
  /** The folder of the packages that has this file, for modules of the program. */
  folderOf(fileName: string): Promise<string>
}

/** Why the program is unavailable, for the test's output. */
export interface NoProgram {
  readonly missing: string
}

export interface WantedProgram {
  readonly name: string
  /** The first one names the folder of the packages. */
  readonly packages: readonly [string, ...string[]]
}

/**
 * The packages are unpacked into a folder of this project, not installed: none of their scripts run, no service starts,
 * conflicting packages can coexist, and root is not needed. Without apt the installed program is used; system profiles
 * may forbid it to read configurations in temporary folders.
 */
export async function debianProgram(wanted: WantedProgram): Promise<DebianProgram | NoProgram> {
  if ((await findOnPath('apt-get')) === undefined || (await findOnPath('dpkg')) === undefined) {
    return (
      (await onPath(wanted.name)) ?? { missing: `${wanted.name} is not on the PATH, and this system has no apt-get` }
    )
  }
  const folder = join(CACHE, `${await systemName()}-${wanted.packages.join('-')}`)
  if (!(await isThere(folder))) {
    const failure = await unpack(wanted.packages, folder)
    if (failure !== undefined) return (await onPath(wanted.name)) ?? { missing: failure }
  }
  const files = await readdir(folder, { recursive: true })
  const program = files.find((file) => /(?:^|\/)s?bin\/[^/]+$/.test(file) && file.endsWith(`/${wanted.name}`))
  if (program === undefined) throw new Error(`${wanted.packages.join(', ')} have no ${wanted.name}`)
  const libraries = new Set(
    files.filter((file) => /\.so(?:\.|$)/.test(file)).map((file) => join(folder, dirname(file))),
  )
  return {
    path: join(folder, program),
    env: { ...process.env, LD_LIBRARY_PATH: [...libraries].join(delimiter) },
    folderOf: async (fileName) => folderIn(files, folder, fileName),
  }
}

/** The installed program if there is one, else that of the package. */
export async function commonProgram(wanted: WantedProgram): Promise<DebianProgram | NoProgram> {
  return (await onPath(wanted.name)) ?? debianProgram(wanted)
}

async function onPath(name: string): Promise<DebianProgram | undefined> {
  const path = await findOnPath(name)
  if (path === undefined) return undefined
  const roots = ['/usr/lib', '/usr/lib64', '/usr/local/lib']
  return {
    path,
    env: process.env,
    async folderOf(fileName) {
      for (const root of roots) {
        const files = await readdir(root, { recursive: true }).catch(() => [])
        if (files.some((file) => file.endsWith(`/${fileName}`))) return folderIn(files, root, fileName)
      }
      throw new Error(`${name} has no ${fileName} in ${roots.join(', ')}`)
    },
  }
}

function folderIn(files: readonly string[], root: string, fileName: string): string {
  const file = files.find((path) => path.endsWith(`/${fileName}`))
  if (file === undefined) throw new Error(`there is no ${fileName} in ${root}`)
  return join(root, dirname(file))
}

/** Returns why downloading is impossible; throws if it fails otherwise. */
async function unpack(packages: readonly string[], folder: string): Promise<string | undefined> {
  await mkdir(CACHE, { recursive: true })
  const building = await mkdtemp(join(CACHE, 'building-'))
  try {
    const download = async () => {
      const { stdout } = await run('apt-get', ['install', '--simulate', '--no-install-recommends', ...packages])
      const names = [...stdout.matchAll(/^Inst (\S+)/gm)].flatMap(([, name]) => name ?? [])
      // apt leaves out installed packages, but they must be unpacked, too.
      const all = [...new Set([...packages, ...names])]
      await run('apt-get', ['download', '--option', 'APT::Sandbox::User=root', ...all], { cwd: building })
    }
    try {
      await download()
    } catch (error) {
      // The package lists are missing or outdated; only root can update them.
      if (process.getuid?.() !== 0) return `${packages[0]} cannot be downloaded without root: ${String(error)}`
      await run('apt-get', ['update'])
      await download()
    }
    for (const file of await readdir(building)) {
      await run('dpkg', ['--extract', join(building, file), join(building, 'unpacked')])
    }
    await rename(join(building, 'unpacked'), folder).catch(async (error: unknown) => {
      // A concurrent test has already done it.
      if (!(await isThere(folder))) throw error
    })
    return undefined
  } finally {
    await rm(building, { recursive: true, force: true })
  }
}

/** Libraries of one release do not fit programs of another. */
async function systemName(): Promise<string> {
  const release = await readFile('/etc/os-release', 'utf8').catch(() => '')
  const value = (name: string) => new RegExp(`^${name}="?([^"\\n]+)`, 'm').exec(release)?.[1] ?? 'unknown'
  return `${value('ID')}-${value('VERSION_ID')}-${process.arch}`
}

export async function findOnPath(name: string): Promise<string | undefined> {
  const folders = [...(process.env['PATH'] ?? '').split(delimiter), '/usr/sbin', '/sbin']
  for (const folder of folders) {
    if (folder !== '' && (await isThere(join(folder, name), constants.X_OK))) return join(folder, name)
  }
  return undefined
}

const isThere = (path: string, mode: number = constants.F_OK): Promise<boolean> =>
  access(path, mode).then(
    () => true,
    () => false,
  )
