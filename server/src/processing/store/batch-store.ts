/**
 * The end of a message's way in: gathers the results of blocks in their order into batches, has them stored, and
 * commits the journal behind them. At most two batches are with the engine; commits keep the order of the journal.
 */

import type { Failures, NewFailure } from '../../ingest/failures/failures.ts'
import type { Journal } from '../../ingest/journal/journal.ts'
import { createBell, unlessAborted } from '../../platform/bell.ts'
import { createBoundedMap } from '../../platform/bounded-map.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Log } from '../../platform/log.ts'
import { releaseMemory } from '../../platform/release-memory.ts'
import type { Engine } from '../../store/engine/engine.ts'
import { insertTemplates } from '../../store/messages/insert-templates.ts'
import type { MessageWriter, RefusedRow, RowBatch } from '../../store/messages/message-writer.ts'
import type { BlockResult } from '../blocks/block-result.ts'
import type { NewTemplate } from '../blocks/known-templates.ts'
import type { ProcessingMetrics } from '../processing-metrics.ts'

export interface DoneBlock {
  readonly firstOffset: number
  readonly count: number
  /** Absent when the block could not be processed at all. */
  readonly result: BlockResult | undefined
  readonly failures: readonly NewFailure[]
}

export interface BatchStore {
  /** In the order of the journal; resolves when the next block may come. */
  add(block: DoneBlock): Promise<void>
  /**
   * Stores, at once and beside all others, what became of raw messages that were tried before: what of them is in the
   * store stays there and does not come again. Answers the rows that the engine cannot take.
   */
  addAgain(results: readonly BlockResult[], until: AbortSignal): Promise<readonly RefusedRow[]>
  /** Sends what has gathered and resolves when everything is stored and committed. */
  drain(): Promise<void>
  /** Batches that are not stored yet. */
  depth(): number
}

export interface BatchStoreDeps {
  readonly journal: Journal
  readonly engine: Engine
  readonly writer: MessageWriter
  readonly failures: Failures
  readonly metrics: ProcessingMetrics
  readonly clock: Clock
  readonly log: Log
  /** Keeps what blocks told of fields: a field that is not known is not searched. */
  noteFields(results: readonly BlockResult[]): Promise<void>
  /** The raw messages that rows came from. */
  findRefused(rows: readonly RefusedRow[]): Promise<readonly NewFailure[]>
  onStored(block: DoneBlock): void
  readonly signal: AbortSignal
}

const MAX_BATCH_BYTES = 8 * 2 ** 20 - 64 * 1024
const MAX_BATCH_AGE_MS = 400
export const MAX_INSERTS = 2
/** Texts that share nothing make a template each: those beyond go with the batches that follow. */
const MAX_NEW_TEMPLATES = 500
/** As many as a thread knows: by then it has forgotten, and reports again what it meets again. */
const MAX_WAITING_TEMPLATES = 50_000
const MAX_KNOWN_TEMPLATES = 100_000
const FIRST_RETRY_MS = 100
const MAX_RETRY_MS = 5000

export function createBatchStore(deps: BatchStoreDeps): BatchStore {
  const { journal, engine, writer, failures, metrics, clock, log, signal } = deps
  const knownTemplates = createBoundedMap<string, true>(MAX_KNOWN_TEMPLATES)
  const waitingTemplates: NewTemplate[] = []
  const insertEnded = createBell()
  let gathering: DoneBlock[] = []
  let gatheredBytes = 0
  let inserts = 0
  let depth = 0
  let committed: Promise<void> = Promise.resolve()

  /** Goes on until it works: what is lost here is lost for good. */
  async function persist(what: string, task: () => Promise<void>, until = signal) {
    for (let retryMs = FIRST_RETRY_MS; ; retryMs = Math.min(retryMs * 2, MAX_RETRY_MS)) {
      until.throwIfAborted()
      try {
        return await task()
      } catch (error) {
        until.throwIfAborted()
        log.warn({ err: error, retryMs }, what)
        await clock.sleep(retryMs, until)
      }
    }
  }

  function noteTemplates(results: readonly BlockResult[]): void {
    for (const template of results.flatMap(({ newTemplates }) => newTemplates)) {
      if (knownTemplates.get(template.hash) || waitingTemplates.length >= MAX_WAITING_TEMPLATES) continue
      knownTemplates.set(template.hash, true)
      waitingTemplates.push(template)
    }
  }

  async function storeTemplates(results: readonly BlockResult[], until: AbortSignal) {
    noteTemplates(results)
    const what = 'templates could not be stored and are tried again'
    while (waitingTemplates.length > 0) {
      const templates = waitingTemplates.splice(0, MAX_NEW_TEMPLATES)
      const store = async () => {
        await engine.ready(until)
        await insertTemplates(engine.client, templates, clock.now(), until)
      }
      await persist(what, store, until)
      // The rest goes with the next batch, unless there is none.
      if (gathering.length > 0 || inserts > 1) return
    }
  }

  async function insert(blocks: readonly DoneBlock[]): Promise<readonly RefusedRow[]> {
    const results = blocks.flatMap(({ result }) => result ?? [])
    const fromMs = Math.min(...results.map(({ oldestReceivedAtMs }) => oldestReceivedAtMs))
    const toMs = Math.max(...results.map(({ newestReceivedAtMs }) => newestReceivedAtMs))
    const isReplay = blocks.some(({ firstOffset }) => firstOffset < journal.replayEndOffset)
    return await write(results, [{ fromMs, toMs }], isReplay ? 'rows' : 'nothing', signal)
  }

  async function write(
    results: readonly BlockResult[],
    received: RowBatch['received'],
    mayBeStored: RowBatch['mayBeStored'],
    until: AbortSignal,
  ): Promise<readonly RefusedRow[]> {
    const chunks = results.flatMap(({ body }) => (body.length === 0 ? [] : [body]))
    if (chunks.length === 0) return []
    await persist('fields could not be kept and are tried again', () => deps.noteFields(results), until)
    const [refused] = await Promise.all([
      writer.write({ chunks, received, mayBeStored }, until),
      storeTemplates(results, until),
    ])
    return refused
  }

  async function commit(blocks: readonly DoneBlock[], inserted: Promise<readonly RefusedRow[]>) {
    const refused = await inserted
    const kept = [...blocks.flatMap((block) => block.failures)]
    if (refused.length > 0) {
      metrics.refused(refused.length)
      kept.push(...(await deps.findRefused(refused)))
    }
    if (kept.length > 0) await persist('failures could not be kept and are tried again', () => failures.add(kept))
    for (const block of blocks) {
      if (block.result !== undefined) metrics.stored(block.result)
      deps.onStored(block)
    }
    const last = blocks.at(-1)
    if (last !== undefined) journal.commit(last.firstOffset + last.count)
    for (const { result } of blocks) if (result !== undefined) releaseMemory(result.body)
  }

  async function takeSlot() {
    while (inserts >= MAX_INSERTS) await unlessAborted(insertEnded.next(), signal)
    inserts += 1
  }

  /** Resolves once the batch is with the engine: until then no other one should be gathered. */
  async function send(): Promise<void> {
    const blocks = gathering
    if (blocks.length === 0) return
    gathering = []
    gatheredBytes = 0
    depth += 1
    const begun = takeSlot()
    const inserted = begun
      .then(() => insert(blocks))
      .finally(() => {
        inserts -= 1
        insertEnded.ring()
      })
    inserted.catch(() => undefined)
    const before = committed
    committed = before.then(() => commit(blocks, inserted))
    committed.then(
      () => {
        depth -= 1
      },
      (error: unknown) => {
        if (!signal.aborted) log.fatal({ err: error }, 'processing cannot go on')
      },
    )
    await begun
  }

  return {
    async add(block) {
      const bytes = block.result?.body.length ?? 0
      if (gatheredBytes > 0 && gatheredBytes + bytes > MAX_BATCH_BYTES) await send()
      gathering.push(block)
      gatheredBytes += bytes
      if (gathering.length > 1) return
      const begun = gathering
      clock
        .sleep(MAX_BATCH_AGE_MS, signal)
        .then(
          () => (gathering === begun ? send() : undefined),
          () => undefined,
        )
        .catch(() => undefined)
    },
    async addAgain(results, until) {
      const times = new Set(results.map(({ oldestReceivedAtMs }) => oldestReceivedAtMs))
      const received = Array.from(times, (ms) => ({ fromMs: ms, toMs: ms }))
      await takeSlot()
      try {
        const refused = await write(results, received, 'messages', until)
        for (const result of results) metrics.stored(result)
        return refused
      } finally {
        inserts -= 1
        insertEnded.ring()
      }
    },
    async drain() {
      await send()
      await committed
    },
    depth: () => depth + (gathering.length === 0 ? 0 : 1),
  }
}
