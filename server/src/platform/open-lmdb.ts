import { mkdirSync } from 'node:fs'
import { open, type RootDatabase } from 'lmdb'

/** An LMDB environment with room for two databases. Writes to it are awaited with `lmdbCommit`. */
export function openLmdb(folder: string, mapBytes: number): RootDatabase {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  // The map is address space, not disk; to grow it later would stop readers and writers for a while.
  // Batches per turn of the event loop have a promise that nobody holds: when their commit fails the process ends.
  return open({
    path: folder,
    maxDbs: 2,
    cache: false,
    overlappingSync: false,
    eventTurnBatching: false,
    mapSize: mapBytes,
  })
}
