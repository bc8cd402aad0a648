/** Writes Debian packages: an `ar` archive with a version, control files, and the files to install. */
import { createHash } from 'node:crypto'
import { openAsBlob } from 'node:fs'
import { gzipSync } from 'node:zlib'
import { contentOf, type PackedFile, sizeOf } from './packed-files.ts'
import { tarOf } from './tar.ts'

export interface DebianControl {
  readonly version: string
  readonly architecture: string
  readonly depends: string
}

/** Member of an `ar` archive. */
export interface Member {
  readonly name: string
  readonly content: Blob
}

const DEB_VERSION = '2.0\n'

/** The members of a package; `data` is a file with the packed tar archive of `files`. */
export async function debMembers(
  control: DebianControl,
  options: {
    readonly files: readonly PackedFile[]
    readonly data: string
    /** Scripts and the list of configuration files. */
    readonly scripts: readonly PackedFile[]
    readonly seconds: number
  },
): Promise<readonly Member[]> {
  const { files, scripts, seconds } = options
  const facts = [{ path: 'control', text: controlFile(control, installedKilobytes(files)) }, sumsOf(files)]
  const controlTar = gzipSync(Buffer.concat([...tarOf([...facts, ...scripts], seconds)]))
  return [
    { name: 'debian-binary', content: new Blob([DEB_VERSION]) },
    { name: 'control.tar.gz', content: new Blob([controlTar]) },
    { name: 'data.tar.gz', content: await openAsBlob(options.data) },
  ]
}

/** The bytes of an `ar` archive. */
export async function* arOf(members: readonly Member[], seconds: number): AsyncGenerator<Uint8Array | string> {
  yield '!<arch>\n'
  for (const { name, content } of members) {
    const numbers = `${String(seconds).padEnd(12)}${'0'.padEnd(6)}${'0'.padEnd(6)}${'100644'.padEnd(8)}`
    yield `${name.padEnd(16)}${numbers}${String(content.size).padEnd(10)}\`\n`
    yield* content.stream()
    if (content.size % 2 === 1) yield '\n'
  }
}

const KILOBYTE = 1024

const installedKilobytes = (files: readonly PackedFile[]): number =>
  files.reduce((sum, file) => sum + Math.ceil(sizeOf(file) / KILOBYTE), 0)

function sumsOf(files: readonly PackedFile[]): PackedFile {
  const sums = files
    .filter((file) => !('link' in file) && !file.path.startsWith('etc/'))
    .map((file) => `${createHash('md5').update(contentOf(file)).digest('hex')}  ${file.path}\n`)
  return { path: 'md5sums', text: sums.join('') }
}

const controlFile = ({ version, architecture, depends }: DebianControl, kilobytes: number): string =>
  `Package: logyard
Version: ${version}
Architecture: ${architecture}
Maintainer: The Logyard developers <logyard@localhost>
Installed-Size: ${kilobytes}
Depends: ${depends}
Section: admin
Priority: optional
Description: log management server with a browser console
 Logyard collects logs, stores them and searches them. It brings its own
 Node.js and an embedded ClickHouse, and needs no other service.
`
