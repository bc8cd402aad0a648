/** Sends a client what it missed, and then what all nodes store. */
import type { FastifyRequest } from 'fastify'
import type { Caller } from '../http/caller.ts'
import { nodeNumber } from '../store/messages/message-ids.ts'
import type { NamedStreams } from '../streams/stream-access.ts'
import type { OpenTail } from './live-tails.ts'
import type { MissedMessages } from './missed-messages.ts'
import { type OtherTailsDeps, openOtherTails, READY_EVENT } from './other-tails.ts'
import type { TailBuffer, TailEvent } from './tail-buffers.ts'
import { createTailCursor } from './tail-cursor.ts'
import { gapEvent, messageEvents, tailEvent } from './tail-events.ts'
import { createTailMerge } from './tail-merge.ts'
import type { TailStream } from './tail-stream.ts'

export interface FillTailDeps extends OtherTailsDeps {
  readonly nodeId: string
  /** Resolves once all messages now being processed are stored. */
  readonly settled: () => Promise<void>
  readonly missed: MissedMessages
}

export interface ServedTail {
  readonly caller: Caller
  readonly request: FastifyRequest
  readonly query: string
  /** As the client named them. */
  readonly asked: string | undefined
  readonly streams: NamedStreams
  /** Messages per second of each node. */
  readonly limit: number
  readonly lastId: string | undefined
  readonly others: readonly string[]
  readonly tail: OpenTail
  readonly output: TailStream
  readonly signal: AbortSignal
  readonly end: () => void
}

/** Disposes of the buffers of the client. */
export function fillTail(deps: FillTailDeps, served: ServedTail): { readonly done: Promise<void> } & Disposable {
  const own = served.tail.ownBuffer()
  const elsewhere = served.tail.ownBuffer()
  const readers = { missed: own.read(), elsewhere: elsewhere.read() }
  const done = fill(deps, served, { own, elsewhere, readers })
  return {
    done,
    [Symbol.dispose]() {
      for (const reader of Object.values(readers)) reader[Symbol.dispose]()
    },
  }
}

interface Buffers {
  readonly own: TailBuffer
  readonly elsewhere: TailBuffer
  readonly readers: Readonly<Record<'missed' | 'elsewhere', ReturnType<TailBuffer['read']>>>
}

async function fill(deps: FillTailDeps, served: ServedTail, { own, elsewhere, readers }: Buffers): Promise<void> {
  const { query, streams, caller, request, lastId, others, signal } = served
  const numbers = [deps.nodeId, ...others].map(nodeNumber)
  const cursor = createTailCursor(lastId, numbers)
  const caughtUp = createTailCursor(lastId, numbers)
  const merge = createTailMerge(cursor, caughtUp)
  const lost = new Set<string>()
  // Another node asks for a client of its own: it gets only what this node stores, and reads the rest itself.
  const isPart = request.peerCall !== undefined
  if (!isPart) {
    await openOtherTails(deps, {
      caller,
      clientAddress: request.clientAddress,
      query: { query, streams: served.asked, limit: served.limit },
      nodes: others,
      buffer: elsewhere,
      signal,
      onLost(nodeId) {
        merge.lost(nodeId)
        lost.add(nodeId)
        elsewhere.add(tailEvent('nodes', JSON.stringify({ missing: [...lost] })))
      },
      onJoined: served.end,
    })
  }
  // Messages that workers processed before they knew this tail are only in the store.
  if (lastId !== undefined || isPart) await deps.settled()
  if (isPart) own.add(tailEvent(READY_EVENT, '{}'))
  if (lastId !== undefined && !isPart) {
    const found = await deps.missed.since(cursor, { query, streams, user: caller.userId }, signal)
    if (found.more > 0) own.add(gapEvent(found.more))
    for (const event of missedEvents(found.messages, others.length > 0)) own.add(event)
    for (const { id } of found.messages) caughtUp.note(id)
  }
  served.output.follow([
    { reader: readers.missed, encode: merge.missed },
    { reader: served.tail.reader, encode: merge.live },
    { reader: readers.elsewhere, encode: merge.live },
  ])
}

interface Missed {
  readonly id: string
  readonly hit: string
}

/** Messages of several nodes are one event each, whose id says how far the tail has come on the node of the message. */
function missedEvents(messages: readonly Missed[], isOfSeveral: boolean): readonly TailEvent[] {
  const groups = isOfSeveral ? messages.map((one) => [one]) : messages.length === 0 ? [] : [messages]
  return groups.flatMap((group) => [
    ...messageEvents({
      hits: group.map(({ hit }) => hit),
      ids: group.map(({ id }) => id),
      lastId: group.at(-1)?.id ?? '',
    }),
  ])
}
