/** Writes tar archives (ustar) that depend on nothing but the files' paths, bytes and the time that is given. */
import { dirname } from 'node:path'
import { contentOf, type PackedFile } from './packed-files.ts'

const BLOCK = 512
const TYPES = { file: '0', link: '2', folder: '5' } as const

interface Entry {
  readonly path: string
  readonly type: keyof typeof TYPES
  readonly mode: number
  readonly size: number
  readonly link?: string
}

/** The bytes of an archive with all folders that the files are in, sorted by path. Everything belongs to root. */
export function* tarOf(files: readonly PackedFile[], seconds: number): Generator<Buffer> {
  const byPath = new Map<string, PackedFile | undefined>(files.map((file) => [file.path, file]))
  for (const { path } of files) {
    for (let folder = dirname(path); folder !== '.'; folder = dirname(folder)) byPath.set(`${folder}/`, undefined)
  }
  const paths = [...byPath.keys()].sort()
  for (const path of paths) {
    const file = byPath.get(path)
    if (file === undefined) {
      yield header({ path, type: 'folder', mode: 0o755, size: 0 }, seconds)
      continue
    }
    const content = contentOf(file)
    yield header(
      'link' in file
        ? { path, type: 'link', mode: 0o777, size: 0, link: file.link }
        : { path, type: 'file', mode: file.isProgram === true ? 0o755 : 0o644, size: content.length },
      seconds,
    )
    yield content
    yield Buffer.alloc(padding(content.length))
  }
  yield Buffer.alloc(2 * BLOCK)
}

const padding = (size: number): number => (BLOCK - (size % BLOCK)) % BLOCK

function header({ path, type, mode, size, link = '' }: Entry, seconds: number): Buffer {
  const { name, prefix } = splitPath(path)
  const block = Buffer.alloc(BLOCK)
  const octal = (value: number, length: number) => `${value.toString(8).padStart(length - 1, '0')}\0`
  block.write(name, 0)
  block.write(octal(mode, 8) + octal(0, 8) + octal(0, 8) + octal(size, 12) + octal(seconds, 12), 100)
  block.write(' '.repeat(8) + TYPES[type] + link, 148)
  block.write('ustar\x0000root', 257)
  block.write('root', 297)
  block.write(prefix, 345)
  const sum = block.reduce((total, byte) => total + byte, 0)
  block.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148)
  return block
}

const NAME_BYTES = 100
const PREFIX_BYTES = 155

/** A long path continues in the prefix, which ends at a slash. */
function splitPath(path: string): { readonly name: string; readonly prefix: string } {
  if (Buffer.byteLength(path) <= NAME_BYTES) return { name: path, prefix: '' }
  for (let slash = path.indexOf('/'); slash > 0; slash = path.indexOf('/', slash + 1)) {
    const [prefix, name] = [path.slice(0, slash), path.slice(slash + 1)]
    if (name !== '' && Buffer.byteLength(name) <= NAME_BYTES && Buffer.byteLength(prefix) <= PREFIX_BYTES)
      return { name, prefix }
  }
  throw new Error(`The path is too long for a tar archive: ${path}`)
}
