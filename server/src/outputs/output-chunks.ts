/**
 * The messages that wait for outputs, in one LMDB environment. A chunk holds the messages of one block for one output.
 * Its key is [output, number, messages, bytes, time, checksum], so that figures need only the keys.
 */
import { rename, rm, statfs } from 'node:fs/promises'
import { crc32 } from 'node:zlib'
import type { Database } from 'lmdb'
import { LogyardError } from '../platform/errors.ts'
import { lmdbCommit } from '../platform/lmdb/lmdb-commit.ts'
import { openLmdb } from '../platform/lmdb/open-lmdb.ts'
import type { Log } from '../platform/log.ts'

export interface ChunkFacts {
  readonly outputId: string
  /** Chunks of an output are sent in the order of their numbers. */
  readonly number: number
  readonly messages: number
  readonly bytes: number
  readonly queuedAtMs: number
  readonly checksum: number
}

export interface NewChunk {
  readonly facts: ChunkFacts
  readonly bytes: Uint8Array<ArrayBuffer>
}

export type OutputChunks = Awaited<ReturnType<typeof openOutputChunks>>

type ChunkKey = [outputId: string, number: number, messages: number, bytes: number, queuedAtMs: number, sum: number]

/** Address space for the queues of all outputs. */
const MAP_BYTES = 256 * 2 ** 30
/** The disk space that outputs leave to ingest. */
const MIN_FREE_BYTES = 256 * 2 ** 20

const keyOf = ({ outputId, number, messages, bytes, queuedAtMs, checksum }: ChunkFacts): ChunkKey => [
  outputId,
  number,
  messages,
  bytes,
  queuedAtMs,
  checksum,
]
const firstKey = (outputId: string, number: number): ChunkKey => [outputId, number, 0, 0, 0, 0]

export async function openOutputChunks(options: {
  readonly folder: string
  readonly log: Log
  /** Free space of the disk; called before each write. */
  readonly freeBytes?: () => Promise<number>
}) {
  const { folder, log } = options
  const freeBytes = options.freeBytes ?? (() => freeBytesOf(folder))
  const root = await openOrReplace(folder, log)
  const chunks: Database<Uint8Array, ChunkKey> = root.openDB('chunks', { encoding: 'binary' })
  /** Keys whose removal failed: they are removed with the next ones. */
  let failed: readonly ChunkKey[] = []
  /** Keys that are being removed, or whose removal failed. */
  const gone = new Set<string>()
  const removals = new Set<Promise<void>>()

  async function removeKeys(keys: readonly ChunkKey[]): Promise<void> {
    const all = [...failed, ...keys]
    failed = []
    try {
      await lmdbCommit(all.map((key) => chunks.remove(key)))
      for (const key of all) gone.delete(key.join())
    } catch (error) {
      failed = [...failed, ...all]
      log.warn({ err: error, chunks: all.length }, 'messages could not be removed from the queues of outputs')
    }
  }

  const remove = (facts: readonly ChunkFacts[]): Promise<void> => {
    if (facts.length === 0) return Promise.resolve()
    const keys = facts.map(keyOf)
    for (const key of keys) gone.add(key.join())
    const removal = removeKeys(keys)
    removals.add(removal)
    return removal.finally(() => removals.delete(removal))
  }

  function* from(outputId: string, number: number): Generator<ChunkFacts> {
    const range = { start: firstKey(outputId, number), end: firstKey(outputId, Number.MAX_SAFE_INTEGER) }
    for (const key of chunks.getKeys({ ...range, snapshot: false })) {
      if (!gone.has(key.join())) yield factsOf(key)
    }
  }

  return {
    /** Resolves when all are on the disk. */
    async add(added: readonly NewChunk[]) {
      if ((await freeBytes()) < MIN_FREE_BYTES) throw new Error('the disk is nearly full')
      await lmdbCommit(added.map(({ facts, bytes }) => chunks.put(keyOf(facts), bytes)))
    },
    /** The chunks of an output from this number on, without those that were removed. */
    from,
    /** A copy of its bytes; undefined if the disk returns other bytes than were written. */
    read(facts: ChunkFacts): Uint8Array<ArrayBuffer> | undefined {
      const stored = chunks.get(keyOf(facts))
      return stored === undefined || crc32(stored) !== facts.checksum ? undefined : new Uint8Array(stored)
    },
    /** Resolves in any case: what cannot be removed now is removed with later ones, or sent again after a restart. */
    remove,
    /** The outputs that have chunks. */
    outputIds() {
      const ids = new Set<string>()
      for (const [outputId] of chunks.getKeys({ snapshot: false })) ids.add(outputId)
      return ids
    },
    async [Symbol.asyncDispose]() {
      await Promise.all(removals)
      await root.close()
    },
  }
}

const factsOf = ([outputId, number, messages, bytes, queuedAtMs, checksum]: ChunkKey): ChunkFacts => ({
  ...{ outputId, number, messages, bytes, queuedAtMs, checksum },
})

/** The server starts without the waiting messages of outputs if their file is damaged: they are stored in any case. */
async function openOrReplace(folder: string, log: Log) {
  const options = { folder, mapBytes: MAP_BYTES, trees: ['chunks'], content: 'queue of the outputs' }
  try {
    return openLmdb(options)
  } catch (error) {
    if (!(error instanceof LogyardError) || error.code !== 'data-file-damaged') throw error
    const aside = `${folder}-damaged`
    log.error({ err: error, path: aside }, 'the queue of the outputs is damaged and set aside')
    await rm(aside, { recursive: true, force: true })
    await rename(folder, aside)
    return openLmdb(options)
  }
}

async function freeBytesOf(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder)
  return bavail * bsize
}
