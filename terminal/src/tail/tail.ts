/** `logyard tail`: messages as they are stored, until it is stopped; connects again when the connection is lost. */
import { Readable } from 'node:stream'
import { setTimeout as pause } from 'node:timers/promises'
import { readEventStream, type ServerSentEvent } from '@logyard/contract/http/event-stream'
import type { TailGap, TailMessages, TailNodes, TailRate } from '@logyard/contract/live/live-tail'
import type { Api } from '../api/api.ts'
import { ApiFailure, ServerUnreachable } from '../api/api-failure.ts'
import { parseJson } from '../api/exact-json.ts'
import { tailMessages } from '../api/routes.ts'
import type { Context } from '../command.ts'
import type { RowWriter } from '../search/message-values.ts'
import { streamIds } from '../search/named-streams.ts'
import { fieldList, wholeNumber } from '../search/option-values.ts'
import { checkedQuery } from '../search/query-problems.ts'
import { createRowWriter } from '../search/row-formats.ts'
import { queryOf } from '../search/selection.ts'
import { UsageError } from '../usage-error.ts'

const MAX_PER_SECOND = 5000
/** The server sends a rate every second: without anything for so long the connection is dead. */
const SILENCE_MS = 20_000
/** A connection that lasted as long was not a failed attempt: the server ends each after some minutes. */
const STABLE_MS = 2000
const FIRST_RETRY_MS = 500
const MAX_RETRY_MS = 10_000
const FAILURE_OF_SERVER = 500

/** Ends only by an error, or when the command is stopped. */
export async function tail(context: Context): Promise<number> {
  const { words, text, texts, isSet, output, say, signal } = context
  const format = (['text', 'ndjson'] as const).find((one) => one === text('output'))
  if (format === undefined) throw new UsageError('The output is text or ndjson.')
  const limit = wholeNumber('rate', text('rate') ?? '', MAX_PER_SECOND)
  const rows = createRowWriter({
    format,
    fields: fieldList(text('fields')),
    isWrapped: isSet('wrap'),
    isUtc: isSet('utc'),
    output,
  })
  using api = await context.connect()
  const query = queryOf(words)
  const streams = await streamIds(api, texts('stream'))
  const shown: TailOutput = { rows, write: output.write, say, isSampled: false, lastId: undefined }
  let retryMs = FIRST_RETRY_MS
  let wasConnected = false
  let isLost = false
  for (;;) {
    const startedAt = performance.now()
    try {
      await checkedQuery(api, { query, streams }, async () => {
        const events = await openEvents(api, { query, limit, streams, lastId: shown.lastId }, signal)
        if (isLost) say('Connected again.')
        isLost = false
        wasConnected = true
        for await (const event of events) await show(event, shown)
      })
    } catch (error) {
      if (!(wasConnected && mayPass(error))) throw error
    }
    signal.throwIfAborted()
    if (performance.now() - startedAt >= STABLE_MS) {
      retryMs = FIRST_RETRY_MS
      continue
    }
    if (!isLost) say('The connection is lost. Trying again ...')
    isLost = true
    await pause(retryMs, undefined, { signal })
    retryMs = Math.min(MAX_RETRY_MS, retryMs * 2)
  }
}

const mayPass = (error: unknown): boolean =>
  error instanceof ServerUnreachable || (error instanceof ApiFailure && error.status >= FAILURE_OF_SERVER)

interface TailOutput {
  readonly rows: RowWriter
  readonly write: (text: string) => Promise<void>
  readonly say: (line: string) => void
  isSampled: boolean
  /** Id of the last event, to go on after it. */
  lastId: string | undefined
}

/** The parts of an event stream; an end without a reason is a lost connection. */
async function openEvents(
  api: Api,
  {
    query,
    limit,
    streams,
    lastId,
  }: {
    readonly query: string
    readonly limit: number
    readonly streams: readonly string[]
    readonly lastId: string | undefined
  },
  signal: AbortSignal,
): Promise<AsyncIterable<ServerSentEvent>> {
  const asked = {
    query,
    limit,
    ...(streams.length === 0 ? {} : { streams: streams.join(',') }),
    ...(lastId === undefined ? {} : { last_event_id: lastId }),
  }
  const response = await api.open(tailMessages, { query: asked }, 'text/event-stream')
  response.socket.setTimeout(SILENCE_MS, () => response.destroy())
  return untilLost(readEventStream(Readable.toWeb(response)), signal)
}

async function* untilLost(
  events: AsyncIterable<ServerSentEvent>,
  signal: AbortSignal,
): AsyncGenerator<ServerSentEvent> {
  try {
    yield* events
  } catch (error) {
    if (signal.aborted) throw error
    throw new ServerUnreachable('The connection is lost.', { cause: error })
  }
}

/** The server writes only these events. */
async function show({ event, id, data }: ServerSentEvent, shown: TailOutput): Promise<void> {
  shown.lastId = id ?? shown.lastId
  const payload = parseJson(data)
  if (event === 'messages') {
    const { messages } = payload as TailMessages
    await shown.write(shown.rows.rows(messages.map(({ message }) => message)))
  } else if (event === 'gap') shown.say(`-- ${(payload as TailGap).missed} messages or more are missing here --`)
  else if (event === 'nodes') sayMissingNodes(payload as TailNodes, shown)
  else if (event === 'rate') saySample(payload as TailRate, shown)
}

function sayMissingNodes({ missing }: TailNodes, { say }: TailOutput): void {
  if (missing.length > 0) say(`-- messages of these nodes are missing: ${missing.join(', ')} --`)
}

/** Once when it begins, and once when it ends. */
function saySample({ sample, matched, sent }: TailRate, shown: TailOutput): void {
  const isSampled = sample < 1
  if (isSampled === shown.isSampled) return
  shown.isSampled = isSampled
  shown.say(
    isSampled ? `-- too many: ${sent} of ${matched} messages a second are shown --` : '-- all are shown again --',
  )
}
