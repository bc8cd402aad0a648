/** Programs of Debian packages for tests that send with the real thing, on machines where nobody installed them. */
import { execFile } from 'node:child_process'
import { access, constants, mkdir, mkdtemp, readdir, readFile, rename, rm } from 'node:fs/promises'
import { delimiter, dirname, join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)
const CACHE = join(import.meta.dirname, '..', '..', '..', '..', 'node_modules', '.cache', 'logyard-debian')

export interface DebianProgram {
  readonly path: string
  readonly env: NodeJS.ProcessEnv
  /** The folder that holds this file of the program's packages, as its modules. */
  folderOf(fileName: string): Promise<string>
}

/** Why there is no program, as words for the person who reads the test's output. */
export interface NoProgram {
  readonly missing: string
}

export interface WantedProgram {
  readonly name: string
  /** The first names the folder that the packages are kept in. */
  readonly packages: readonly [string, ...string[]]
}

/**
 * The packages are unpacked into a folder of this project and not installed: no script of theirs runs, no service
 * starts, packages that exclude each other can be there together, and nobody has to be root. The machine's own copy
 * serves where there is no apt: profiles of the system may forbid it to read configurations in temporary folders.
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

/** A program of the machine where it has one, else of the package. */
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

/** Answers why it was impossible; throws when it was possible and failed. */
async function unpack(packages: readonly string[], folder: string): Promise<string | undefined> {
  await mkdir(CACHE, { recursive: true })
  const building = await mkdtemp(join(CACHE, 'building-'))
  try {
    const download = async () => {
      const { stdout } = await run('apt-get', ['install', '--simulate', '--no-install-recommends', ...packages])
      const names = [...stdout.matchAll(/^Inst (\S+)/gm)].flatMap(([, name]) => name ?? [])
      // What is installed already is not among them, and has to be unpacked all the same.
      const all = [...new Set([...packages, ...names])]
      await run('apt-get', ['download', '--option', 'APT::Sandbox::User=root', ...all], { cwd: building })
    }
    try {
      await download()
    } catch (error) {
      // Lists of packages that are missing or too old; only root can fetch new ones.
      if (process.getuid?.() !== 0) return `${packages[0]} cannot be downloaded without root: ${String(error)}`
      await run('apt-get', ['update'])
      await download()
    }
    for (const file of await readdir(building)) {
      await run('dpkg', ['--extract', join(building, file), join(building, 'unpacked')])
    }
    await rename(join(building, 'unpacked'), folder).catch(async (error: unknown) => {
      // Another test was faster.
      if (!(await isThere(folder))) throw error
    })
    return undefined
  } finally {
    await rm(building, { recursive: true, force: true })
  }
}

/** Libraries of one release do not serve programs of another. */
async function systemName(): Promise<string> {
  const release = await readFile('/etc/os-release', 'utf8').catch(() => '')
  const value = (name: string) => new RegExp(`^${name}="?([^"\\n]+)`, 'm').exec(release)?.[1] ?? 'unknown'
  return `${value('ID')}-${value('VERSION_ID')}-${process.arch}`
}

async function findOnPath(name: string): Promise<string | undefined> {
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
