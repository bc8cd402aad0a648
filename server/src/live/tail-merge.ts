/** What one client gets of the events of all nodes: each message once, one rate, and how far it has come. */
import type { TailRate } from '@logyard/contract/live/live-tail'
import type { TailEvent } from './tail-buffers.ts'
import type { TailCursor } from './tail-cursor.ts'
import { rateEvent, withId } from './tail-events.ts'
import type { EncodeEvent } from './tail-stream.ts'

/** `cursor` goes on with each event; `caughtUp` says what was sent again at the start. */
export function createTailMerge(cursor: TailCursor, caughtUp: TailCursor) {
  /** The last rates of other nodes. */
  const rates = new Map<string, TailRate>()

  function send(event: TailEvent): Uint8Array {
    if (event.id === '') return event.data
    cursor.note(event.id)
    const text = cursor.text()
    return text === undefined ? event.data : withId(event, text)
  }

  const live: EncodeEvent = (event) => {
    const { rate, node, id } = event
    if (rate !== undefined && node !== undefined) {
      rates.set(node, rate)
      return undefined
    }
    if (rate !== undefined) return rates.size === 0 ? event.data : rateEvent(sumOf(rate, [...rates.values()])).data
    return id !== '' && !caughtUp.isNew(id) ? undefined : send(event)
  }

  return {
    live,
    missed: send,
    /** The node does not send any more. */
    lost: (node: string) => void rates.delete(node),
  }
}

function sumOf(own: TailRate, others: readonly TailRate[]): TailRate {
  const all = [own, ...others]
  const matched = all.reduce((sum, rate) => sum + rate.matched, 0)
  const sent = all.reduce((sum, rate) => sum + rate.sent, 0)
  const isWhole = all.every(({ sample }) => sample === 1)
  return { matched, sent, sample: isWhole || matched === 0 ? 1 : sent / matched, at: own.at }
}
