import type { Manifest } from './manifest.ts'

/** Where backups are kept: each in a folder with its name. */
export interface BackupPlace {
  /** How messages name it, without credentials. */
  readonly title: string
  /** Whether the engine writes to it. Otherwise the disk of the data folder must have room for a backup. */
  readonly isLocal: boolean
  /** Fails if the place holds something else, and creates it where it does not exist. */
  prepare(): Promise<void>
  /** The names of backups, complete or not, oldest first. */
  list(): Promise<readonly string[]>
  /** The text of the manifest; `undefined` for a backup that is incomplete. */
  manifestOf(name: string): Promise<string | undefined>
  /** Makes the place appear as this folder, in which the backup of a name is at once, or after `fetch`. */
  mount(folder: string): Promise<void>
  /** Brings what further backups need of these: the engine's lists of their files. */
  fetchContents(chain: readonly Manifest[]): Promise<void>
  /** Brings these backups into the mounted folder. Fails if a file is damaged. */
  fetch(chain: readonly Manifest[]): Promise<void>
  /** Makes the files of the backup durable, and writes its manifest last. */
  complete(facts: Omit<Manifest, 'format'>): Promise<void>
  remove(name: string): Promise<void>
  /** The bytes that restoring these needs beside what is restored. */
  bytesToFetch(chain: readonly Manifest[]): number
}
