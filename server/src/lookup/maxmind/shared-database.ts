/** A database file in memory that all threads share. It is read again when the file has changed. */
import type { MaxmindConfig } from '@logyard/contract/lookup/adapter-configs'
import { openMaxmindDatabase } from './maxmind-database.ts'
import { type FileVersion, isSameVersion, readSharedFile, versionOfFile } from './read-shared-file.ts'

export type DatabaseType = MaxmindConfig['database_type']

export interface SharedDatabase {
  readonly bytes: SharedArrayBuffer
  readonly type: DatabaseType
}

const MAX_DATABASE_BYTES = 2 ** 30
/** The names of databases that have the data of a type. */
const NAMES: Readonly<Record<DatabaseType, RegExp>> = {
  MAXMIND_CITY: /City|Enterprise|Insights|Location/i,
  MAXMIND_COUNTRY: /Country|City|Enterprise|Insights|Location/i,
  MAXMIND_ASN: /ASN|ISP|Enterprise/i,
}

/** The path with symbolic links resolved. Throws, with a sentence, if the file may not be read. */
interface ReadableFiles {
  resolve(path: string): Promise<string>
}

export type DatabaseFile = ReturnType<typeof createDatabaseFile>

export function createDatabaseFile(
  { path, type }: { readonly path: string; readonly type: DatabaseType },
  files: ReadableFiles,
) {
  let current: SharedDatabase | undefined
  let version: FileVersion | undefined
  return {
    /** Undefined before the first success. */
    current: () => current,
    /** Answers whether there is a new one. Throws, with a sentence, and goes on with the one that it has. */
    async refresh(signal: AbortSignal) {
      const real = await files.resolve(path)
      if (isSameVersion(version, await versionOfFile(real))) return 'unchanged'
      const read = await readSharedFile(real, { maxBytes: MAX_DATABASE_BYTES, signal })
      requireType(openMaxmindDatabase(read.bytes).type, type)
      current = { bytes: read.bytes, type }
      version = read.version
      return 'changed'
    },
  }
}

function requireType(name: string, type: DatabaseType): void {
  if (NAMES[type].test(name)) return
  throw new Error(`The file is a database of type ${name.slice(0, 100)}, which does not have the data of ${type}`)
}
