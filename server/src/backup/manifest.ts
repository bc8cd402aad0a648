/**
 * The manifest of a backup. It is written last and at once, so that a backup without one is incomplete. A backup is a
 * folder with a running number, so that names sort by age whatever the clock says.
 */
import { type Static, Type } from 'typebox'
import { Compile } from 'typebox/compile'
import { backupDamaged, baseMissing } from './backup-errors.ts'

export const MANIFEST_FILE = 'manifest.json'
export const SETTINGS_OF_BACKUP = 'settings'
export const MESSAGES_OF_BACKUP = 'messages'
/** The engine's own list of the files of a backup, with which it starts each further one. */
export const CONTENTS_FILE = `${MESSAGES_OF_BACKUP}/.backup`

/** The maximum number of incremental backups after a full one. The next backup is a full one again. */
export const MAX_INCREMENTS = 30

const FORMAT = 'logyard-backup-1'

const Digest = Type.Object({ bytes: Type.Integer({ minimum: 0 }), sha256: Type.String() })

const ManifestSchema = Type.Object({
  format: Type.Literal(FORMAT),
  name: Type.String(),
  createdAt: Type.String(),
  version: Type.String(),
  base: Type.Union([Type.String(), Type.Null()]),
  /** Inputs belong to the node with this id; null before the first start of the server. */
  nodeId: Type.Union([Type.String({ pattern: '^[0-9a-f-]{36}$' }), Type.Null()]),
  settings: Digest,
  messages: Type.Object({
    contents: Digest,
    /** The bytes of the files that no earlier backup has. */
    newBytes: Type.Integer({ minimum: 0 }),
    /** The bytes of all files, also those in earlier backups. */
    totalBytes: Type.Integer({ minimum: 0 }),
    /** The number of rows of each table. */
    tables: Type.Record(Type.String(), Type.Integer({ minimum: 0 })),
    indices: Type.Array(
      Type.Object({ name: Type.String(), messages: Type.Integer({ minimum: 0 }), isClosed: Type.Boolean() }),
    ),
  }),
  /** How an object store holds the files: as one text, in pieces, after a list of the files. */
  packed: Type.Optional(Type.Object({ files: Digest, pieces: Type.Array(Digest) })),
})

const manifests = Compile(ManifestSchema)

export type Manifest = Static<typeof ManifestSchema>
export type FileDigest = Static<typeof Digest>

export function readManifest(name: string, text: string): Manifest {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    throw backupDamaged(name, `its ${MANIFEST_FILE} cannot be read`, { cause: error })
  }
  if (!manifests.Check(value) || value.name !== name)
    throw backupDamaged(name, `its ${MANIFEST_FILE} is not one of this version`)
  return value
}

export const writtenManifest = (facts: Omit<Manifest, 'format'>): string =>
  `${JSON.stringify({ format: FORMAT, ...facts }, undefined, 2)}\n`

const NAME = /^(\d{6})-\d{8}T\d{6}Z-(?:full|incremental)$/

export const isBackupName = (name: string): boolean => NAME.test(name)

/** The name after all of these, such as `000012-20260301T020000Z-incremental`. */
export function nextName(existing: readonly string[], now: Date, isFull: boolean): string {
  const number = Math.max(0, ...existing.map((name) => Number(NAME.exec(name)?.[1] ?? 0))) + 1
  const instant = now.toISOString().replace(/\.\d+/, '').replaceAll(/[-:]/g, '')
  return `${String(number).padStart(6, '0')}-${instant}-${isFull ? 'full' : 'incremental'}`
}

/** The backup and those that it builds on, up to the full one. */
export function chainOf(name: string, complete: ReadonlyMap<string, Manifest>): readonly Manifest[] {
  const chain: Manifest[] = []
  for (let next: string | null = name; next !== null; ) {
    const manifest = complete.get(next)
    // A base is older than its backup, so that names cannot go round in a circle.
    if (manifest === undefined || (chain.at(-1)?.name ?? '~') <= next) throw baseMissing(name, next)
    chain.push(manifest)
    next = manifest.base
  }
  return chain
}
