/**
 * Inserts batches of rows, each row exactly once: retries while the engine is not running, queries after every lost
 * response which rows were stored, and finds the rows that the engine refuses.
 */

import type { Clock } from '../../platform/clock.ts'
import type { Ids } from '../../platform/ids.ts'
import type { Log } from '../../platform/log.ts'
import type { Engine } from '../engine/engine.ts'
import { untilDown } from '../engine/until-down.ts'
import { insertRows } from './insert-rows.ts'
import { isAboutRows } from './refused-rows.ts'
import { linesOf, rowId, rowKey } from './row-batch.ts'
import { findStored, type TimeSpan } from './stored-ids.ts'

export interface RowBatch {
  readonly chunks: readonly Uint8Array[]
  /** The times of receipt of its messages. */
  readonly received: readonly TimeSpan[]
  /**
   * Which of the rows may already be stored. `rows`: an earlier run of this node may have stored some. `messages`: a
   * replay, where a message that is stored in any index must not be stored in another one.
   */
  readonly mayBeStored: 'nothing' | 'rows' | 'messages'
}

export interface RefusedRow {
  readonly line: Uint8Array
  readonly detail: string
}

export interface MessageWriter {
  /** Resolves when all rows are stored except those that it returns: the engine refuses them. Rejects only when aborted. */
  write(batch: RowBatch, signal: AbortSignal): Promise<readonly RefusedRow[]>
}

export interface MessageWriterDeps {
  readonly engine: Engine
  readonly clock: Clock
  readonly ids: Ids
  readonly log: Log
  readonly nodeId: string
}

const FIRST_RETRY_MS = 100
const MAX_RETRY_MS = 5000

export function createMessageWriter(deps: MessageWriterDeps): MessageWriter {
  const { engine, clock, ids, log } = deps

  async function write(batch: RowBatch, signal: AbortSignal): Promise<readonly RefusedRow[]> {
    let { chunks, mayBeStored } = batch
    let token = ids.uuid()
    let tokenLife = engine.pid()
    let retryMs = FIRST_RETRY_MS
    /** An insert with this token may have been executed. */
    let isRepeated = false
    /** A repeated insert succeeded: if its rows are not stored, it was skipped. */
    let isSkipped = false
    const renewToken = () => {
      token = ids.uuid()
      isRepeated = false
    }
    while (true) {
      signal.throwIfAborted()
      try {
        await engine.ready(signal)
        using down = untilDown(engine)
        // The engine persists the token before the rows. If it died in between, the old token would skip the insert.
        if (engine.pid() !== tokenLife) renewToken()
        tokenLife = engine.pid()
        if (mayBeStored !== 'nothing') {
          const what = { chunks, what: mayBeStored }
          const missing = await withoutStored(deps, batch, what, AbortSignal.any([signal, down.signal]))
          // Other bytes need another token. The same bytes keep theirs, as the first insert may still be running.
          if (missing !== undefined) {
            chunks = missing
            renewToken()
          } else if (isSkipped) renewToken()
          isSkipped = false
          mayBeStored = 'nothing'
        }
        if (chunks.length === 0) return []
        await insertRows(engine.client, chunks, token, AbortSignal.any([signal, down.signal]))
        if (!isRepeated) return []
        // The engine skips a token that it knows, and may have lost the rows of the first insert in a crash.
        isSkipped = true
        mayBeStored = 'rows'
      } catch (error) {
        signal.throwIfAborted()
        if (isAboutRows(error)) return await writeHalves(batch, chunks, error, signal)
        log.warn({ err: error, retryMs }, 'messages could not be stored and are tried again')
        mayBeStored = 'rows'
        isRepeated = true
        await clock.sleep(retryMs, signal)
        retryMs = Math.min(retryMs * 2, MAX_RETRY_MS)
      }
    }
  }

  /** One refused row fails its whole insert. Halving the batch finds the row, and the others are stored. */
  async function writeHalves(
    batch: RowBatch,
    chunks: readonly Uint8Array[],
    error: Error,
    signal: AbortSignal,
  ): Promise<readonly RefusedRow[]> {
    const lines = chunks.flatMap((chunk) => [...linesOf(chunk)])
    const [only] = lines
    if (only === undefined) return []
    if (lines.length === 1) return [{ line: only, detail: error.message }]
    const middle = Math.ceil(lines.length / 2)
    const refused: RefusedRow[] = []
    for (const half of [lines.slice(0, middle), lines.slice(middle)]) {
      // The engine splits large inserts, so rows before the refused one may be stored.
      const part = { ...batch, chunks: [Buffer.concat(half)], mayBeStored: 'rows' as const }
      refused.push(...(await write(part, signal)))
    }
    return refused
  }

  return { write }
}

/** The rows that are not stored yet; undefined if none are stored. */
async function withoutStored(
  { engine, nodeId, log }: MessageWriterDeps,
  { received }: RowBatch,
  { chunks, what }: { readonly chunks: readonly Uint8Array[]; readonly what: 'rows' | 'messages' },
  signal: AbortSignal,
): Promise<readonly Uint8Array[] | undefined> {
  const lines = chunks.flatMap((chunk) => [...linesOf(chunk)])
  const wanted = new Set(lines.map(rowId))
  const stored = await findStored(engine.client, { received, wanted, nodeId }, signal)
  if (stored.ids.size === 0) return undefined
  const isMissing = (line: Uint8Array) =>
    what === 'rows' ? !stored.rows.has(rowKey(line)) : !stored.ids.has(rowId(line))
  const missing = lines.filter(isMissing)
  if (missing.length === lines.length) return undefined
  log.info({ rows: lines.length, stored: lines.length - missing.length }, 'messages were stored already')
  return missing.length === 0 ? [] : [Buffer.concat(missing)]
}
