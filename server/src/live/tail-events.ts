/** The server-sent events of a live tail. */
import type { TailRate } from '@logyard/contract/live/live-tail'
import type { TailEvent } from './tail-buffers.ts'
import type { TailMatches } from './tail-settings.ts'

/** Maximum size of an event, unless a single message is larger. */
const EVENT_CHARACTERS = 64 * 1024

export function tailEvent(name: string, data: string, { id = '', messages = 0 } = {}): TailEvent {
  // The id comes last, so that a reader can add a later one.
  const text = `event: ${name}\ndata: ${data}\n${id === '' ? '' : `id: ${id}\n`}\n`
  return { data: Buffer.from(text), id, messages }
}

export const rateEvent = (rate: TailRate): TailEvent => ({ ...tailEvent('rate', JSON.stringify(rate)), rate })

/** The event with another id. */
export const withId = ({ data }: TailEvent, id: string): Uint8Array =>
  Buffer.concat([data.subarray(0, -1), Buffer.from(`id: ${id}\n\n`)])

export const gapEvent = (missed: number): TailEvent => tailEvent('gap', JSON.stringify({ missed }))

/** The last event has the id of the last matching message, sampled or not. */
export function* messageEvents({
  hits,
  ids,
  lastId,
}: Pick<TailMatches, 'hits' | 'ids' | 'lastId'>): Generator<TailEvent> {
  let from = 0
  let length = 0
  for (const [place, hit] of hits.entries()) {
    length += hit.length
    const isLast = place === hits.length - 1
    if (length < EVENT_CHARACTERS && !isLast) continue
    const some = hits.slice(from, place + 1)
    const id = isLast ? lastId : (ids[place] ?? '')
    yield tailEvent('messages', `{"messages":[${some.join(',')}]}`, { id, messages: some.length })
    from = place + 1
    length = 0
  }
}
