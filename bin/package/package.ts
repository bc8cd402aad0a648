/** `npm run package`: an archive for each platform, with all that Logyard needs, and Debian packages. */
import { spawnSync } from 'node:child_process'
import { createWriteStream, mkdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { join, relative } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { buildConsole } from '../build-console.ts'
import { bundleServer } from '../build-server.ts'
import { arOf, debMembers } from './deb.ts'
import { debianFiles } from './debian-files.ts'
import { installPackages } from './install-packages.ts'
import { licencesText } from './licences.ts'
import { below, type PackedFile } from './packed-files.ts'
import { PLATFORMS, type Platform } from './platforms.ts'
import { productFiles } from './product-files.ts'
import { tarOf } from './tar.ts'

/** What Node, the engine and the native packages of Linux are linked against. */
const DEPENDS = 'libc6 (>= 2.28), libstdc++6 (>= 8), passwd'
const MEGABYTE = 1e6

/** Resolves with the exit code. `names` are those of platforms; without any, all are built. */
export async function buildPackages(root: string, names: readonly string[]): Promise<number> {
  const unknown = names.find((name) => !PLATFORMS.some((platform) => platform.name === name))
  if (unknown !== undefined)
    throw new Error(`Unknown platform '${unknown}', only: ${PLATFORMS.map(({ name }) => name).join(', ')}`)
  const server = join(root, '.cache', 'package', 'server')
  rmSync(server, { recursive: true, force: true })
  await buildConsole(root)
  await bundleServer(root, server, { main: 'server/src/main.ts', logyard: 'bin/package/program.ts' })
  let failures = 0
  for (const platform of PLATFORMS.filter(({ name }) => names.length === 0 || names.includes(name))) {
    try {
      await buildPackage(root, platform, server)
    } catch (error) {
      failures += 1
      console.error(`No package for ${platform.name}. ${error instanceof Error ? error.message : error}`)
    }
  }
  return failures === 0 ? 0 : 1
}

async function buildPackage(root: string, platform: Platform, server: string): Promise<void> {
  const installed = installPackages(root, platform)
  const licences = licencesText(root, platform, installed)
  const files = productFiles(root, platform, { server, installed, licences })
  const { version }: { version: string } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const seconds = packedAt(root)
  const folder = join(root, 'dist')
  mkdirSync(folder, { recursive: true })
  const title = `logyard-${version}-${platform.name}`
  await writeArchive(join(folder, `${title}.tar.gz`), below(title, files), seconds)
  report(root, join(folder, `${title}.tar.gz`))
  if (platform.debian === undefined) return
  const deb = join(folder, `logyard_${version}_${platform.debian}.deb`)
  const debian = debianFiles(root, files)
  const data = `${deb}.data`
  try {
    await writeArchive(data, debian.files, seconds)
    const control = { version, architecture: platform.debian, depends: DEPENDS }
    const members = await debMembers(control, { ...debian, data, seconds })
    await pipeline(Readable.from(arOf(members, seconds)), createWriteStream(deb))
  } finally {
    rmSync(data, { force: true })
  }
  report(root, deb)
}

const writeArchive = (path: string, files: readonly PackedFile[], seconds: number): Promise<void> =>
  pipeline(Readable.from(tarOf(files, seconds)), createGzip(), createWriteStream(path))

/** The time of all files, in Unix seconds: that of the newest commit, so that the same sources give the same bytes. */
function packedAt(root: string): number {
  const given = process.env['SOURCE_DATE_EPOCH']
  if (given !== undefined) return Number(given)
  const { stdout } = spawnSync('git', ['log', '-1', '--format=%ct'], { cwd: root, encoding: 'utf8' })
  const committed = Number(stdout ?? '')
  return committed > 0 ? committed : Math.floor(statSync(join(root, 'package.json')).mtimeMs / 1000)
}

const report = (root: string, path: string): void =>
  console.log(`${relative(root, path)}: ${(statSync(path).size / MEGABYTE).toFixed(1)} MB`)
