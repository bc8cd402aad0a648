/**
 * Many files as one text in pieces of the same size: parts have about a hundred small files each, and one object for each
 * file would take a request each.
 */
import { createReadStream } from 'node:fs'
import { type FileHandle, mkdir, open, readdir, stat } from 'node:fs/promises'
import { dirname, join, normalize, sep } from 'node:path'
import { Type } from 'typebox'
import { Compile } from 'typebox/compile'

export const PIECE_BYTES = 32 * 1024 * 1024

/** Path and size of each file, in the order of the text. */
export type PackedFiles = readonly (readonly [path: string, bytes: number])[]

const lists = Compile(Type.Array(Type.Tuple([Type.String(), Type.Integer({ minimum: 0 })])))

export const writtenList = (files: PackedFiles): Uint8Array => Buffer.from(JSON.stringify(files))

/** `undefined` if it is not such a list, or one that leaves its folder. */
export function readList(bytes: Uint8Array): PackedFiles | undefined {
  const value: unknown = JSON.parse(Buffer.from(bytes).toString())
  if (!lists.Check(value)) return undefined
  return value.every(([path]) => path === normalize(path) && !path.startsWith(sep) && !path.startsWith('..'))
    ? value
    : undefined
}

export async function listFiles(folder: string): Promise<PackedFiles> {
  const files: [string, number][] = []
  for (const path of (await readdir(folder, { recursive: true })).sort()) {
    const facts = await stat(join(folder, path))
    if (facts.isFile()) files.push([path, facts.size])
  }
  return files
}

/** The text of the files, in pieces. */
export async function* packFiles(folder: string, files: PackedFiles, pieceBytes = PIECE_BYTES): AsyncGenerator<Buffer> {
  let held: Buffer[] = []
  let bytes = 0
  for (const [path] of files) {
    for await (const chunk of createReadStream(join(folder, path))) {
      let rest: Buffer = chunk
      while (bytes + rest.length >= pieceBytes) {
        const end = pieceBytes - bytes
        yield Buffer.concat([...held, rest.subarray(0, end)])
        rest = rest.subarray(end)
        held = []
        bytes = 0
      }
      held.push(rest)
      bytes += rest.length
    }
  }
  if (bytes > 0) yield Buffer.concat(held)
}

/** Writes the files from the pieces of their text. Answers whether the text was as long as they are. */
export async function unpackFiles(
  folder: string,
  files: PackedFiles,
  pieces: AsyncIterable<Uint8Array>,
): Promise<boolean> {
  const source = pieces[Symbol.asyncIterator]()
  let rest: Uint8Array = Buffer.of()
  for (const [path, bytes] of files) {
    const target = join(folder, path)
    await mkdir(dirname(target), { recursive: true, mode: 0o700 })
    await using file: FileHandle = await open(target, 'w', 0o600)
    for (let missing = bytes; missing > 0; ) {
      if (rest.length === 0) {
        const next = await source.next()
        if (next.done === true) return false
        rest = next.value
      }
      const part = rest.subarray(0, missing)
      await file.writeFile(part)
      rest = rest.subarray(part.length)
      missing -= part.length
    }
  }
  return rest.length === 0 && (await source.next()).done === true
}
