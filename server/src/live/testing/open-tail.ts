/** A live tail client that records its events. */
import type { TailRate } from '@logyard/contract/live/live-tail'
import type { MessageHit } from '@logyard/contract/search/search-results'
import { ADMIN_PASSWORD } from '../../testing/server-process.ts'

export interface TailOptions {
  /** `name:password`; defaults to the administrator's. */
  readonly as?: string
  readonly query: string
  readonly limit?: string
  readonly lastEventId?: string | undefined
}

export interface OpenTail extends AsyncDisposable {
  hits(): readonly MessageHit[]
  lastEventId(): string | undefined
  /** Waits until this many messages have arrived. */
  texts(count: number): Promise<readonly string[]>
  /** Waits for a rate event that satisfies the condition. */
  rate(isWanted: (rate: TailRate) => boolean): Promise<TailRate>
}

const PATIENCE_MS = 20_000

/** `url` is the address of the console, with a trailing slash. */
export async function openTail(url: string, options: TailOptions): Promise<OpenTail> {
  const { as = `admin:${ADMIN_PASSWORD}`, query, limit, lastEventId } = options
  const ended = new AbortController()
  const parameters = new URLSearchParams({ query, ...(limit === undefined ? {} : { limit }) })
  const answer = await fetch(`${url}api/logyard/search/tail?${parameters}`, {
    headers: {
      authorization: `Basic ${btoa(as)}`,
      ...(lastEventId === undefined ? {} : { 'last-event-id': lastEventId }),
    },
    signal: ended.signal,
  })
  if (answer.status !== 200 || answer.body === null) throw new Error(`the tail was refused: ${answer.status}`)
  const hits: MessageHit[] = []
  const rates: TailRate[] = []
  let lastId: string | undefined
  let wake = Promise.withResolvers<void>()

  function take(event: string): void {
    const lines = new Map(event.split('\n').map((line) => [line.split(': ', 1)[0] ?? '', line.replace(/^\w+: /, '')]))
    const data: unknown = JSON.parse(lines.get('data') ?? 'null')
    lastId = lines.get('id') ?? lastId
    if (lines.get('event') === 'messages') hits.push(...Object(data).messages)
    if (lines.get('event') === 'rate') rates.push(Object(data))
    wake.resolve()
    wake = Promise.withResolvers()
  }

  const reading = (async () => {
    let rest = ''
    const decoder = new TextDecoder()
    for await (const chunk of answer.body ?? []) {
      const events = (rest + decoder.decode(chunk, { stream: true })).split('\n\n')
      rest = events.pop() ?? ''
      for (const event of events) take(event)
    }
  })().catch(() => undefined)

  async function until<T>(find: () => T | undefined): Promise<T> {
    const late = AbortSignal.timeout(PATIENCE_MS)
    while (!late.aborted) {
      const found = find()
      if (found !== undefined) return found
      const { promise } = wake
      await Promise.race([promise, new Promise((resolve) => late.addEventListener('abort', resolve, { once: true }))])
    }
    throw new Error(`the tail has sent ${hits.length} messages and not what was waited for`)
  }

  return {
    hits: () => hits,
    lastEventId: () => lastId,
    texts: (count) =>
      until(() => (hits.length >= count ? hits.map(({ message }) => String(message.message)) : undefined)),
    rate: (isWanted) => until(() => rates.find(isWanted)),
    async [Symbol.asyncDispose]() {
      ended.abort()
      await reading
    },
  }
}
