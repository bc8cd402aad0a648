/**
 * What a live tail keeps of what came: the newest rows, so that a tail can be left open for days. While it holds, what
 * is shown stays as it is and what comes waits aside.
 */
import type { MessageHit } from '@logyard/contract/search/search-results'

/** Rows that are listed, and as many that may wait. */
export const MAX_ROWS = 10_000

/** Numbers go up by one from row to row, in the order of receipt. */
export type TailRow =
  | { readonly number: number; readonly hit: MessageHit; readonly missed?: never }
  /** So many messages at least are missing between the rows before and after. */
  | { readonly number: number; readonly missed: number; readonly hit?: never }

export interface TailBuffer {
  /** Oldest first. */
  readonly rows: readonly TailRow[]
  readonly held: readonly TailRow[]
  /** Messages that waited since it holds, with those that there was no room for. */
  readonly heldCount: number
  readonly isHolding: boolean
  /** Of all that came, those that are kept no more. */
  readonly dropped: number
  readonly next: number
}

export const emptyTail: TailBuffer = { rows: [], held: [], heldCount: 0, isHolding: false, dropped: 0, next: 0 }

/** What came since the last time: a message, or how many were missed. */
export type TailArrival = MessageHit | number

export function withArrivals(buffer: TailBuffer, arrivals: readonly TailArrival[]): TailBuffer {
  if (arrivals.length === 0) return buffer
  const added = arrivals.map((arrival, index): TailRow => {
    const number = buffer.next + index
    return typeof arrival === 'number' ? { number, missed: arrival } : { number, hit: arrival }
  })
  const next = buffer.next + added.length
  if (!buffer.isHolding) return { ...kept(buffer, [...buffer.rows, ...added]), next }
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

/** What waited follows what is shown. */
export function released(buffer: TailBuffer): TailBuffer {
  if (!buffer.isHolding) return buffer
  return { ...kept(buffer, [...buffer.rows, ...buffer.held]), held: [], heldCount: 0, isHolding: false }
}

function kept(buffer: TailBuffer, rows: readonly TailRow[]): TailBuffer {
  const over = Math.max(0, rows.length - MAX_ROWS)
  return { ...buffer, rows: over === 0 ? rows : rows.slice(over), dropped: buffer.dropped + over }
}

/** From the earliest to the latest instant that messages in it name. */
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
