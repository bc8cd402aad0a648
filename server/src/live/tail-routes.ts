/** The live tail as server-sent events: first what the client missed, then messages as they are stored. */
import { tailMessages } from '@logyard/contract/live/live-tail'
import type { FastifyInstance } from 'fastify'
import type { Caller } from '../http/caller.ts'
import { serve } from '../http/serve.ts'
import type { AccessWatch } from '../identity/access/access-watch.ts'
import type { Clock } from '../platform/clock.ts'
import { LogyardError } from '../platform/errors.ts'
import type { NamedStreams, StreamAccess } from '../streams/stream-access.ts'
import { type FillTailDeps, fillTail } from './fill-tail.ts'
import type { LiveTails } from './live-tails.ts'
import { TailStream } from './tail-stream.ts'

export interface TailRoutesDeps extends FillTailDeps {
  readonly tails: LiveTails
  readonly access: StreamAccess
  readonly accessWatch: AccessWatch
  /** The fields with stored numbers that the query names. Throws if the query is invalid. */
  readonly numberFields: (query: string) => Promise<readonly string[]>
  readonly clock: Clock
}

const DEFAULT_LIMIT = 500
/** Then the response ends. The client reconnects, and its access is checked again. */
export const MAX_AGE_MS = 5 * 60_000
const RETRY_MS = 500

export function tailRoutes(api: FastifyInstance, deps: TailRoutesDeps): void {
  const { tails, access, clock } = deps
  const open = new Set<() => void>()
  api.addHook('preClose', (done) => {
    for (const end of [...open]) end()
    done()
  })

  serve(api, tailMessages, async ({ caller, query: asked, request, reply, signal }) => {
    const { query = '', limit: total = DEFAULT_LIMIT } = asked
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

    const others = request.peerCall === undefined ? await deps.otherNodes() : []
    const limit = Math.ceil(total / (others.length + 1))
    const tail = tails.open({ user: caller.userId, query, numberFields, streams, limit })
    const output = new TailStream()
    const ended = new AbortController()
    const { signal: endedSignal } = ended
    const filling = fillTail(deps, {
      ...{ caller, request, query, asked: asked.streams, streams, limit, lastId, others, tail, output },
      signal: endedSignal,
      end: () => end(),
    })
    const end = () => {
      ended.abort()
      tail[Symbol.dispose]()
      filling[Symbol.dispose]()
      watching[Symbol.dispose]()
      open.delete(end)
      output.end()
    }
    const watching = deps.accessWatch.watch({ caller, request }, async (now) => {
      if (now === undefined || !(await mayRead(access, now, named, streams))) end()
    })
    open.add(end)
    output.on('close', end)
    signal.addEventListener('abort', end, { once: true })
    clock.sleep(MAX_AGE_MS, endedSignal).then(end, () => undefined)

    output.push(`retry: ${RETRY_MS}\n\n`)
    filling.done.catch((error: unknown) => {
      if (!endedSignal.aborted) request.log.warn({ err: error }, 'what a live tail missed could not be read')
      end()
    })
    return reply.send(output)
  })
}

const headerOf = (value: string | readonly string[] | undefined): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined

/** Whether the caller may still read all streams of the tail. */
async function mayRead(
  access: StreamAccess,
  caller: Caller,
  named: readonly string[],
  streams: NamedStreams,
): Promise<boolean> {
  try {
    const readable = new Set((await access.choose(caller, named)).ids)
    return streams.ids.every((id) => readable.has(id))
  } catch (error) {
    if (error instanceof LogyardError) return false
    throw error
  }
}
