/**
 * Backups in a store of objects. The engine writes a backup into a folder of the data folder, from where its files are
 * sent; the other way round for a restore. The objects of a backup: the pieces of its files, the list of the files, the
 * engine's own list for further backups, and the manifest.
 */
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { backupDamaged, storeFailed } from '../backup-errors.ts'
import type { BackupPlace } from '../backup-place.ts'
import { digestOfBytes, isSameDigest } from '../file-digest.ts'
import {
  CONTENTS_FILE,
  type FileDigest,
  isBackupName,
  MANIFEST_FILE,
  type Manifest,
  writtenManifest,
} from '../manifest.ts'
import type { ObjectClient } from './object-client.ts'
import { listFiles, packFiles, readList, unpackFiles, writtenList } from './packed-files.ts'

const CONTENTS = 'contents'
const FILES = 'files.json'
const pieceKey = (name: string, number: number) => `${name}/piece-${String(number).padStart(6, '0')}`

export function createObjectPlace(client: ObjectClient): BackupPlace {
  const { title } = client
  let folder = ''

  async function get(name: string, object: string, expected: FileDigest): Promise<Uint8Array> {
    const bytes = await client.find(object)
    if (bytes === undefined) throw backupDamaged(name, `${title}/${object} is missing`)
    if (!isSameDigest(digestOfBytes(bytes), expected)) throw backupDamaged(name, `${title}/${object} was changed`)
    return bytes
  }

  async function* piecesOf(name: string, pieces: readonly FileDigest[]): AsyncGenerator<Uint8Array> {
    for (const [number, piece] of pieces.entries()) yield await get(name, pieceKey(name, number), piece)
  }

  async function fetchOne({ name, packed }: Manifest): Promise<void> {
    if (packed === undefined) throw backupDamaged(name, 'its manifest names no objects')
    const files = readList(await get(name, `${name}/${FILES}`, packed.files))
    if (files === undefined) throw backupDamaged(name, `${title}/${name}/${FILES} is not a list of files`)
    const isWhole = await unpackFiles(join(folder, name), files, piecesOf(name, packed.pieces))
    if (!isWhole) throw backupDamaged(name, 'its files and its objects differ in length')
  }

  return {
    title,
    isLocal: false,
    prepare: async () => void (await client.list()),
    async list() {
      const names = (await client.list()).map((key) => key.split('/', 1)[0] ?? '')
      return [...new Set(names)].filter(isBackupName).sort()
    },
    async manifestOf(name) {
      const bytes = await client.find(`${name}/${MANIFEST_FILE}`)
      return bytes === undefined ? undefined : Buffer.from(bytes).toString()
    },
    async mount(at) {
      await rm(at, { recursive: true, force: true })
      await mkdir(at, { recursive: true, mode: 0o700 })
      folder = at
    },
    async fetchContents(chain) {
      for (const { name, messages } of chain) {
        const path = join(folder, name, CONTENTS_FILE)
        await mkdir(dirname(path), { recursive: true, mode: 0o700 })
        await writeFile(path, await get(name, `${name}/${CONTENTS}`, messages.contents), { mode: 0o600 })
      }
    },
    async fetch(chain) {
      for (const manifest of chain) await fetchOne(manifest)
    },
    async complete(facts) {
      const { name } = facts
      const files = await listFiles(join(folder, name))
      const list = writtenList(files)
      const pieces: FileDigest[] = []
      for await (const piece of packFiles(join(folder, name), files)) {
        await client.put(pieceKey(name, pieces.length), piece)
        pieces.push(digestOfBytes(piece))
      }
      await client.put(`${name}/${FILES}`, list)
      await client.put(`${name}/${CONTENTS}`, await readFile(join(folder, name, CONTENTS_FILE)))
      const packed = { files: digestOfBytes(list), pieces }
      const manifest = Buffer.from(writtenManifest({ ...facts, packed }))
      await client.put(`${name}/${MANIFEST_FILE}`, manifest)
      // Something that is not a store may accept everything.
      const stored = await client.find(`${name}/${MANIFEST_FILE}`)
      if (!manifest.equals(stored ?? Buffer.of())) throw storeFailed(title, 'it returns something else than was stored')
    },
    async remove(name) {
      for (const key of await client.list()) if (key.startsWith(`${name}/`)) await client.delete(key)
    },
    bytesToFetch: (chain) =>
      chain.reduce(
        (sum, { packed }) => sum + (packed?.pieces ?? []).reduce((bytes, piece) => bytes + piece.bytes, 0),
        0,
      ),
  }
}
