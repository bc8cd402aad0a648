/** The live tail as server-sent events: first what the client missed, then messages as they are stored. */
import { tailMessages } from '@logyard/contract/live/live-tail'
import type { FastifyInstance } from 'fastify'
import { serve } from '../http/serve.ts'
import type { Clock } from '../platform/clock.ts'
import type { StreamAccess } from '../streams/stream-access.ts'
import type { LiveTails } from './live-tails.ts'
import type { MissedMessages } from './missed-messages.ts'
import { gapEvent, messageEvents } from './tail-events.ts'
import { TailStream } from './tail-stream.ts'

export interface TailRoutesDeps {
  readonly tails: LiveTails
  /** Resolves once all messages now being processed are stored. */
  readonly settled: () => Promise<void>
  readonly missed: MissedMessages
  readonly access: StreamAccess
  /** The fields with stored numbers that the query names. Throws if the query is invalid. */
  readonly numberFields: (query: string) => Promise<readonly string[]>
  readonly clock: Clock
}

const DEFAULT_LIMIT = 500
/** Then the response ends. The client reconnects, and its access is checked again. */
export const MAX_AGE_MS = 5 * 60_000
const RETRY_MS = 500

export function tailRoutes(api: FastifyInstance, deps: TailRoutesDeps): void {
  const { tails, missed, access, clock } = deps
  const open = new Set<() => void>()
  api.addHook('preClose', (done) => {
    for (const end of [...open]) end()
    done()
  })

  serve(api, tailMessages, async ({ caller, query: asked, request, reply, signal }) => {
    const { query = '', limit = DEFAULT_LIMIT } = asked
    const named = (asked.streams ?? '').split(',').filter((id) => id !== '')
    const numberFields = await deps.numberFields(query)
    const streams = await access.choose(caller, named)
    const lastId = headerOf(request.headers['last-event-id']) ?? asked.last_event_id
    reply
      .header('content-type', 'text/event-stream; charset=utf-8')
      .header('cache-control', 'no-store')
      .header('x-accel-buffering', 'no')
      // Compression would delay events until the next ones fill a block.
      .header('content-encoding', 'identity')
    if (signal.aborted) return reply.send()

    const user = caller.userId
    const tail = tails.open({ user, query, numberFields, streams, limit })
    const own = tail.ownBuffer()
    const missedReader = own.read()
    const output = new TailStream()
    const ended = new AbortController()
    const end = () => {
      tail[Symbol.dispose]()
      missedReader[Symbol.dispose]()
      ended.abort()
      open.delete(end)
      output.end()
    }
    open.add(end)
    output.on('close', end)
    signal.addEventListener('abort', end, { once: true })
    clock.sleep(MAX_AGE_MS, ended.signal).then(end, () => undefined)

    output.push(`retry: ${RETRY_MS}\n\n`)
    const catchUp = async () => {
      let newest = ''
      if (lastId !== undefined) {
        // Messages that workers processed before they knew this tail are only in the store.
        await deps.settled()
        const found = await missed.since(lastId, { query, streams, user }, ended.signal)
        newest = found.messages.at(-1)?.id ?? lastId
        if (found.more > 0) own.add(gapEvent(found.more))
        const hits = found.messages.map(({ hit }) => hit)
        const ids = found.messages.map(({ id }) => id)
        for (const event of messageEvents({ hits, ids, lastId: newest })) own.add(event)
      }
      output.follow([missedReader, tail.reader], ({ id }) => id > newest)
    }
    catchUp().catch((error: unknown) => {
      if (!ended.signal.aborted) request.log.warn({ err: error }, 'what a live tail missed could not be read')
      end()
    })
    return reply.send(output)
  })
}

const headerOf = (value: string | readonly string[] | undefined): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined
