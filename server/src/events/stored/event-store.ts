/**
 * Brings events to the message store, each once. The commit that ends an evaluation stores its events as batches of an
 * outbox; from there they are written to the index of their stream, and then deleted. A batch that a process left
 * behind is written again: the ids of its events are always the same, so those that are stored already are found.
 * Only the node that a batch belongs to writes it; another node takes over what lies there for long.
 */
import { hostname } from 'node:os'
import type { EventDto } from '@logyard/contract/events/events'
import { createFieldWatch } from '../../fields/field-watch.ts'
import type { MessageFields } from '../../fields/message-fields.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Ids } from '../../platform/ids.ts'
import type { Log } from '../../platform/log.ts'
import type { SettingsStore } from '../../platform/settings/settings-store.ts'
import { createWakeUp } from '../../platform/wake-up.ts'
import type { Engine } from '../../store/engine/engine.ts'
import type { WriteTargets } from '../../store/index-sets/write-targets.ts'
import { accountedSize } from '../../store/messages/accounted-size.ts'
import { createRowEncoder } from '../../store/messages/encode-rows.ts'
import { idsOf } from '../../store/messages/message-ids.ts'
import { createMessageWriter } from '../../store/messages/message-writer.ts'
import { eventMessage } from './event-message.ts'
import { type OutboxBatch, outboxCollection } from './outbox.ts'
import { createTakeOver } from './outbox-take-over.ts'

/** Events of one batch. */
export const MAX_BATCH_EVENTS = 500
/** Batches that are written to the message store at once. */
const BATCHES_AT_ONCE = 10
const RETRY_MS = 1000
/** A batch of another node that lies in the outbox for so long is taken over. */
const TAKE_OVER_MS = 30_000

export const NODE_NAME = hostname()

export interface NewEvent {
  readonly event: EventDto
  /** The id in the message store. */
  readonly uuid: string
}

export type EventStore = ReturnType<typeof createEventStore>

export interface EventStoreDeps {
  readonly settings: SettingsStore
  readonly engine: Engine
  readonly fields: Pick<MessageFields, 'note'>
  readonly targets: Pick<WriteTargets, 'hold'>
  /** Runs the work once storing is not paused. */
  readonly whileRunning: <T>(work: () => Promise<T>, signal: AbortSignal) => Promise<T>
  /** The index set of a stream. */
  readonly indexSetOf: (streamId: string) => Promise<string>
  readonly clock: Clock
  readonly ids: Ids
  readonly log: Log
  readonly nodeId: string
  readonly takeOverMs?: number
}

export function createEventStore(deps: EventStoreDeps) {
  const { settings, clock, ids, log, nodeId, takeOverMs = TAKE_OVER_MS } = deps
  const outbox = settings.collection(outboxCollection)
  const writeBatches = createBatchWriter(deps)
  const stopping = new AbortController()
  const changed = createWakeUp()
  const emptied = createWakeUp()
  /** Those that this process committed: none of their events can be stored already. */
  const own = new Set<string>()
  const watching = settings.onChange(outboxCollection.name, () => changed.wake())
  const takeOver = createTakeOver({ settings, outbox, clock, nodeId, afterMs: takeOverMs })
  let delivering: Promise<void> = Promise.resolve()

  async function deliverAll(): Promise<void> {
    while (true) {
      const mine = await outbox.listBy('node', nodeId)
      const batches = mine.filter(({ id }) => takeOver.isFree(id)).slice(0, BATCHES_AT_ONCE)
      if (batches.length === 0) {
        own.clear()
        return
      }
      const isNew = batches.every(({ id }) => own.has(id))
      await deps.whileRunning(async () => {
        // The attempt has ended before another node that took the batch over writes it.
        const attempt = AbortSignal.any([stopping.signal, AbortSignal.timeout(takeOverMs / 2)])
        await writeBatches(batches, isNew ? 'nothing' : 'messages', attempt)
      }, stopping.signal)
      await settings.commit(batches.map(({ id }) => outbox.deleting(id)))
      for (const { id } of batches) own.delete(id)
    }
  }

  async function deliver(): Promise<void> {
    while (!stopping.signal.aborted) {
      const next = changed.next()
      try {
        await deliverAll()
        await takeOver.look()
        emptied.wake()
        await nextOrLater(next)
      } catch (error) {
        if (stopping.signal.aborted) return
        // A write may have been stored although it failed.
        own.clear()
        log.error({ err: error }, 'events could not be stored and are tried again')
        await clock.sleep(RETRY_MS, stopping.signal).catch(() => undefined)
      }
    }
  }

  async function nextOrLater(next: Promise<void>): Promise<void> {
    const slept = new AbortController()
    const later = clock.sleep(takeOverMs / 2, AbortSignal.any([slept.signal, stopping.signal])).catch(() => undefined)
    await Promise.race([next, later])
    slept.abort()
  }

  return {
    /** Writes for the commit that ends an evaluation: the events will be stored if it succeeds. */
    storing(events: readonly NewEvent[]) {
      const created_at = clock.now().toISOString()
      const batches: OutboxBatch[] = []
      for (let from = 0; from < events.length; from += MAX_BATCH_EVENTS) {
        const part = events.slice(from, from + MAX_BATCH_EVENTS)
        batches.push({
          id: ids.next(),
          node: nodeId,
          created_at,
          events: part.map(({ uuid, event }) => ({ uuid, event })),
        })
      }
      for (const { id } of batches) own.add(id)
      return batches.map((batch) => outbox.inserting(batch))
    },
    /** Begins to write what is committed, and what an earlier process left behind. */
    open() {
      delivering = deliver()
    },
    /** Resolves once everything that is committed now is stored. */
    async stored() {
      while ((await outbox.count()) > 0) {
        const next = emptied.next()
        if ((await outbox.count()) > 0) await Promise.race([next, aborted(stopping.signal)])
        stopping.signal.throwIfAborted()
      }
    },
    async [Symbol.asyncDispose]() {
      watching[Symbol.dispose]()
      stopping.abort()
      changed.wake()
      await delivering
    },
  }
}

const aborted = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve()
    else signal.addEventListener('abort', () => resolve(), { once: true })
  })

/** Events have no node of their own, so that any node can tell whether they are stored. */
const NO_NODE = ''
const NO_TEMPLATE = { high: 0, low: 0 }

function createBatchWriter(deps: EventStoreDeps) {
  const writer = createMessageWriter({ ...deps, nodeId: NO_NODE })
  const watch = createFieldWatch()

  return async (batches: readonly OutboxBatch[], mayBeStored: 'nothing' | 'messages', signal: AbortSignal) => {
    using held = deps.targets.hold()
    const events = batches.flatMap((batch) => batch.events)
    // Without columns of fields: known-events.ts reads the values in `fields`.
    const encoder = createRowEncoder()
    await Promise.all(
      events.map(async ({ uuid, event }) => {
        const indexes = await indexesOf(event.streams)
        const message = eventMessage(event)
        watch.look(message, indexes, { id: uuid })
        encoder.add(message, {
          ids: idsOf(uuid, event.id),
          accountedSize: accountedSize(message),
          template: NO_TEMPLATE,
          indexes,
          analyzers: indexes.map((index) => held.analyzers.get(index) ?? 'standard'),
        })
      }),
    )
    watch.learn(await deps.fields.note([watch.take()]))
    const times = events.map(({ event }) => Date.parse(event.timestamp))
    const received = [{ fromMs: Math.min(...times), toMs: Math.max(...times) }]
    const refused = await writer.write({ rows: encoder.take(), received, mayBeStored }, signal)
    for (const { detail } of refused) deps.log.error({ detail }, 'the store refused an event')

    async function indexesOf(streams: readonly string[]): Promise<readonly string[]> {
      const sets = await Promise.all(streams.map(deps.indexSetOf))
      return [...new Set(sets.flatMap((set) => held.targets.get(set) ?? []))]
    }
  }
}
