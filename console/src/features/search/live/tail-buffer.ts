/**
 * The newest rows of a live tail; older ones are dropped, so that a tail can stay open for days. While it holds, the
 * listed rows stay as they are and new ones wait in `held`.
 */
import type { MessageHit } from '@logyard/contract/search/search-results'

/** Limit of the listed rows, and of the waiting ones. */
export const MAX_ROWS = 10_000

/** Rows are numbered consecutively in the order of arrival. */
export type TailRow =
  | { readonly number: number; readonly hit: MessageHit; readonly missed?: never }
  /** At least this many messages are missing here. */
  | { readonly number: number; readonly missed: number; readonly hit?: never }

export interface TailBuffer {
  /** Oldest first. */
  readonly rows: readonly TailRow[]
  readonly held: readonly TailRow[]
  /** Arrivals since holding began, including dropped ones. */
  readonly heldCount: number
  readonly isHolding: boolean
  /** Arrivals that are no longer in the buffer. */
  readonly dropped: number
  readonly next: number
}

export const emptyTail: TailBuffer = { rows: [], held: [], heldCount: 0, isHolding: false, dropped: 0, next: 0 }

/** A message, or the number of messages missed. */
export type TailArrival = MessageHit | number

export function withArrivals(buffer: TailBuffer, arrivals: readonly TailArrival[]): TailBuffer {
  if (arrivals.length === 0) return buffer
  const added = arrivals.map((arrival, index): TailRow => {
    const number = buffer.next + index
    return typeof arrival === 'number' ? { number, missed: arrival } : { number, hit: arrival }
  })
  const next = buffer.next + added.length
  if (!buffer.isHolding) return { ...withNewest(buffer, [...buffer.rows, ...added]), next }
  const held = [...buffer.held, ...added]
  const over = Math.max(0, held.length - MAX_ROWS)
  return {
    ...buffer,
    next,
    held: over === 0 ? held : held.slice(over),
    heldCount: buffer.heldCount + added.length,
    dropped: buffer.dropped + over,
  }
}

export const holding = (buffer: TailBuffer): TailBuffer => (buffer.isHolding ? buffer : { ...buffer, isHolding: true })

/** Appends the waiting rows to the listed ones. */
export function released(buffer: TailBuffer): TailBuffer {
  if (!buffer.isHolding) return buffer
  return { ...withNewest(buffer, [...buffer.rows, ...buffer.held]), held: [], heldCount: 0, isHolding: false }
}

function withNewest(buffer: TailBuffer, rows: readonly TailRow[]): TailBuffer {
  const over = Math.max(0, rows.length - MAX_ROWS)
  return { ...buffer, rows: over === 0 ? rows : rows.slice(over), dropped: buffer.dropped + over }
}

/** The range of the timestamps of all buffered messages. */
export function seenRange({ rows, held }: TailBuffer): { readonly fromMs: number; readonly toMs: number } | undefined {
  let fromMs = Number.POSITIVE_INFINITY
  let toMs = Number.NEGATIVE_INFINITY
  for (const { hit } of [...rows, ...held]) {
    if (hit === undefined) continue
    const atMs = Date.parse(hit.message.timestamp)
    fromMs = Math.min(fromMs, atMs)
    toMs = Math.max(toMs, atMs)
  }
  return fromMs <= toMs ? { fromMs, toMs } : undefined
}
