/**
 * Inserts batches of rows, each row exactly once: retries while the engine is not running, queries after every lost
 * response which rows were stored, inserts less at once if the engine has too little time or memory, and finds the rows that
 * it refuses.
 */

import type { Clock } from '../../platform/clock.ts'
import type { Ids } from '../../platform/ids.ts'
import type { Log } from '../../platform/log.ts'
import type { Engine } from '../engine/engine.ts'
import type { MessageStore } from '../engine/message-stores.ts'
import { untilDown } from '../engine/until-down.ts'
import { insertRows, isInsertRunning } from './insert-rows.ts'
import { isAboutRows, isTooMuchAtOnce } from './refused-rows.ts'
import { halvesOf, idsOf, openRows, type RowBatch } from './row-batch.ts'
import { rowsOfShards } from './rows-of-shards.ts'
import { findStored, type TimeSpan } from './stored-ids.ts'

export interface NewRows {
  readonly rows: RowBatch
  /** The times of receipt of its messages. */
  readonly received: readonly TimeSpan[]
  /**
   * Which of the rows may already be stored. `rows`: an earlier run of this node may have stored some. `messages`: a
   * replay, where a message that is stored in any index must not be stored in another one.
   */
  readonly mayBeStored: 'nothing' | 'rows' | 'messages'
}

export interface RefusedRow {
  /** The id of its message. */
  readonly id: string
  readonly detail: string
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

export function createMessageWriter(deps: MessageWriterDeps) {
  const { engine } = deps
  const writerOf = (store: MessageStore) => createStoreWriter({ ...deps, engine: store, cold: engine.cold })

  /** Resolves when all rows are stored except those that it returns: the engine refuses them. Rejects only when aborted. */
  async function write(batch: NewRows, signal: AbortSignal): Promise<readonly RefusedRow[]> {
    const { stores } = engine
    if (stores.shards !== 1) await engine.ready(signal)
    const receivedMs = firstReceived(batch.received)
    const parts = (await rowsOfShards(batch.rows, stores.shards)).map(async (rows, shard) => {
      if (rows.count === 0) return []
      const writeTo = (store: MessageStore, isRepeated: boolean, until: AbortSignal) => {
        const mayBeStored = isRepeated && batch.mayBeStored === 'nothing' ? 'rows' : batch.mayBeStored
        return writerOf(store).write({ ...batch, rows, mayBeStored }, until)
      }
      const mayBeStored = batch.mayBeStored !== 'nothing'
      return await stores.write({ shard, receivedMs, mayBeStored, write: writeTo }, signal)
    })
    return (await Promise.all(parts)).flat()
  }

  return { write }
}

function firstReceived(spans: readonly TimeSpan[]): number {
  const first = Math.min(...spans.map(({ fromMs }) => fromMs))
  return Number.isFinite(first) ? Math.floor(first) : 0
}

type StoreWriterDeps = Omit<MessageWriterDeps, 'engine'> & {
  readonly engine: MessageStore
  readonly cold: Pick<Engine['cold'], 'disks'>
}

/** Writes to one server. */
function createStoreWriter(deps: StoreWriterDeps) {
  const { engine, clock, ids, log } = deps

  /** Resolves when all rows are stored except those that it returns: the engine refuses them. Rejects only when aborted. */
  async function write(batch: NewRows, signal: AbortSignal): Promise<readonly RefusedRow[]> {
    let { rows, mayBeStored } = batch
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
      let isInserting = false
      let isEarlierRunning = false
      try {
        await engine.ready(signal)
        using down = untilDown(engine)
        const until = AbortSignal.any([signal, down.signal])
        // The engine persists the token before the rows. If it died in between, the old token would skip the insert.
        if (engine.pid() !== tokenLife) renewToken()
        tokenLife = engine.pid()
        isEarlierRunning = isRepeated && (await isInsertRunning(engine.client, token, until))
        if (mayBeStored !== 'nothing') {
          const missing = await withoutStored(deps, batch, { rows, what: mayBeStored }, until)
          // Other bytes need another token. The same bytes keep theirs, as the first insert may still be running.
          if (missing !== undefined) {
            if (isEarlierRunning) throw new Error('an insert whose answer was lost is still storing rows')
            rows = missing
            renewToken()
          } else if (isSkipped) renewToken()
          isSkipped = false
          mayBeStored = 'nothing'
        }
        if (rows.count === 0) return []
        isInserting = true
        await insertRows(engine.client, rows, token, until)
        if (!isRepeated) return []
        // The engine skips a token that it knows, and may have lost the rows of the first insert in a crash.
        isSkipped = true
        mayBeStored = 'rows'
      } catch (error) {
        signal.throwIfAborted()
        // Parts of the rows have other tokens: an insert of all of them must not be running.
        const isDivisible = isInserting && !isEarlierRunning
        if (isDivisible && isAboutRows(error)) return await findRefused({ ...batch, rows }, error, signal)
        log.warn({ err: error, retryMs }, 'messages could not be stored and are tried again')
        if (isDivisible && isTooMuchAtOnce(error) && rows.count > 1)
          return await writeHalves({ ...batch, rows }, signal)
        if (isInserting) {
          mayBeStored = 'rows'
          isRepeated = true
        }
        await clock.sleep(retryMs, signal)
        retryMs = Math.min(retryMs * 2, MAX_RETRY_MS)
      }
    }
  }

  /** One refused row fails its whole insert. Halving the batch finds the row, and the others are stored. */
  async function findRefused(batch: NewRows, error: Error, signal: AbortSignal): Promise<readonly RefusedRow[]> {
    if (batch.rows.count > 1) return await writeHalves(batch, signal)
    return idsOf(batch.rows).map((id) => ({ id, detail: error.message }))
  }

  async function writeHalves(batch: NewRows, signal: AbortSignal): Promise<readonly RefusedRow[]> {
    const refused: RefusedRow[] = []
    for (const rows of halvesOf(batch.rows)) {
      // The engine splits large inserts, so some rows may be stored.
      refused.push(...(await write({ ...batch, rows, mayBeStored: 'rows' }, signal)))
    }
    return refused
  }

  return { write }
}

/** The rows that are not stored yet; undefined if none are stored. */
async function withoutStored(
  { engine, cold, nodeId, log }: StoreWriterDeps,
  { received }: NewRows,
  { rows, what }: { readonly rows: RowBatch; readonly what: 'rows' | 'messages' },
  signal: AbortSignal,
): Promise<RowBatch | undefined> {
  const open = await openRows(rows)
  const coldDisks = await cold.disks()
  const stored = await findStored(engine.client, { received, wanted: open.ids, nodeId, coldDisks }, signal)
  if (stored.ids.size === 0) return undefined
  const missing = await (what === 'rows' ? open.without(stored.rows, 'key') : open.without(stored.ids, 'id'))
  if (missing.count === rows.count) return undefined
  log.info({ rows: rows.count, stored: rows.count - missing.count }, 'messages were stored already')
  return missing
}
