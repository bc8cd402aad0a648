/** The live tail as server-sent events: what was missed since the last event first, then messages as they are stored. */
import { PassThrough } from 'node:stream'
import { type TailRate, tailMessages } from '@logyard/contract/live-tail'
import type { FastifyInstance } from 'fastify'
import { serve } from '../http/serve.ts'
import type { Clock } from '../platform/clock.ts'
import type { StreamAccess } from '../search/stream-access.ts'
import type { LiveTails } from './live-tails.ts'
import type { MissedMessages } from './missed-messages.ts'
import type { TailMatches } from './tail-settings.ts'

export interface TailRoutesDeps {
  readonly tails: LiveTails
  /** Resolves once the messages that are under way now are stored. */
  readonly settled: () => Promise<void>
  readonly missed: MissedMessages
  readonly access: StreamAccess
  /** Throws for a query that is none. */
  readonly requireQuery: (text: string) => void
  readonly clock: Clock
}

const DEFAULT_LIMIT = 500
/** A reader that takes less than he is sent gets gaps, not a server full of what waits for him. */
const MAX_BUFFERED_BYTES = 4 * 2 ** 20
/** Ends then, and goes on when the client comes back: so nobody reads longer than he may. */
const MAX_AGE_MS = 5 * 60_000
const RETRY_MS = 500

export function tailRoutes(api: FastifyInstance, deps: TailRoutesDeps): void {
  const { tails, missed, access, clock } = deps
  const open = new Set<() => void>()
  api.addHook('preClose', (done) => {
    for (const end of [...open]) end()
    done()
  })

  serve(api, tailMessages, async ({ caller, query: asked, request, reply }) => {
    const { query = '', limit = DEFAULT_LIMIT } = asked
    const named = (asked.streams ?? '').split(',').filter((id) => id !== '')
    deps.requireQuery(query)
    const streams = await access.choose(caller, named)
    const lastId = headerOf(request.headers['last-event-id']) ?? asked.last_event_id

    const output = new PassThrough({ highWaterMark: MAX_BUFFERED_BYTES })
    const ended = new AbortController()
    let dropped = 0
    const isFull = () => output.writableLength > MAX_BUFFERED_BYTES
    const send = (event: string, data: string, id?: string) => {
      if (!output.writableEnded)
        output.write(`event: ${event}\n${id === undefined ? '' : `id: ${id}\n`}data: ${data}\n\n`)
    }
    const sendHits = (hits: readonly string[], id: string) => send('messages', `{"messages":[${hits.join(',')}]}`, id)

    // What comes while the missed ones are read waits for them.
    let waiting: TailMatches[] | undefined = []
    const pass = (matches: TailMatches) => {
      if (isFull()) dropped += matches.hits.length
      else sendHits(matches.hits, matches.lastId)
    }
    const tail = tails.open(
      { query, streams, limit },
      {
        messages(matches) {
          if (waiting === undefined) pass(matches)
          else waiting.push(matches)
        },
        rate(rate: TailRate) {
          if (dropped > 0 && !isFull()) {
            send('gap', JSON.stringify({ missed: dropped }))
            dropped = 0
          }
          send('rate', JSON.stringify(rate))
        },
      },
    )
    const end = () => {
      tail[Symbol.dispose]()
      ended.abort()
      open.delete(end)
      output.end()
    }
    open.add(end)
    output.on('close', end)
    request.raw.on('close', end)
    clock.sleep(MAX_AGE_MS, ended.signal).then(end, () => undefined)

    output.write(`retry: ${RETRY_MS}\n\n`)
    const catchUp = async () => {
      if (lastId !== undefined) {
        // What was processed before this tail was known is not in it, and must be found in the store.
        await deps.settled()
        const found = await missed.since(lastId, { query, streams }, ended.signal)
        if (found.more > 0) send('gap', JSON.stringify({ missed: found.more }))
        for (const { hit, id } of found.messages) sendHits([hit], id)
        const newest = found.messages.at(-1)?.id ?? lastId
        waiting = (waiting ?? []).filter(({ lastId: id }) => id > newest)
      }
      for (const matches of waiting ?? []) pass(matches)
      waiting = undefined
    }
    catchUp().catch((error: unknown) => {
      if (!ended.signal.aborted) request.log.warn({ err: error }, 'what a live tail missed could not be read')
      end()
    })

    return (
      reply
        .header('content-type', 'text/event-stream; charset=utf-8')
        .header('cache-control', 'no-store')
        .header('x-accel-buffering', 'no')
        // Compressed, an event would wait for the next ones.
        .header('content-encoding', 'identity')
        .send(output)
    )
  })
}

const headerOf = (value: string | readonly string[] | undefined): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined
