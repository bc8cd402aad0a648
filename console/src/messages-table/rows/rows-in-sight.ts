/** The times of the rows that are in sight, for what shows where they are in the whole range. */
import type { MessageHit } from '@logyard/contract/search/search-results'
import type { Virtualizer } from '@tanstack/react-virtual'
import { createContext, use, useEffect, useSyncExternalStore } from 'react'
import { HEADER_HEIGHT } from './table-height.ts'

export interface TimeSpan {
  readonly fromMs: number
  readonly toMs: number
  /** The page is not scrolled past the start of the table. */
  readonly isAtTop: boolean
}

export function createRowsInSight() {
  let span: TimeSpan | undefined
  const listeners = new Set<() => void>()
  return {
    span: () => span,
    subscribe(tell: () => void) {
      listeners.add(tell)
      return () => void listeners.delete(tell)
    },
    show(next: TimeSpan | undefined): void {
      if (next?.fromMs === span?.fromMs && next?.toMs === span?.toMs && next?.isAtTop === span?.isAtTop) return
      span = next
      for (const tell of listeners) tell()
    },
  }
}
type RowsInSight = ReturnType<typeof createRowsInSight>

const RowsInSightContext = createContext<RowsInSight | undefined>(undefined)
export const RowsInSightProvider = RowsInSightContext.Provider

const never = () => () => undefined
const nothing = () => undefined

/** `undefined` where no table says it, and while all messages are in sight. */
export function useRowsInSight(): TimeSpan | undefined {
  const rows = use(RowsInSightContext)
  return useSyncExternalStore(rows?.subscribe ?? never, rows?.span ?? nothing)
}

interface ShownRows {
  readonly messages: readonly MessageHit[]
  readonly total: number
  /** The height of what covers the top of the rows, besides their heading. */
  readonly covered: number
  /** Distance from the top of the scrolled content to the table. */
  readonly tableTop: number
}

/** Tells which rows are in sight, each time that other ones are. */
export function useShowRows(virtual: Virtualizer<HTMLElement, Element>, shown: ShownRows): void {
  const rows = use(RowsInSightContext)
  const span = rows === undefined ? undefined : spanInSight(virtual, shown)
  // The store compares what it is told.
  useEffect(() => rows?.show(span))
  useEffect(() => () => rows?.show(undefined), [rows])
}

function spanInSight(
  virtual: Virtualizer<HTMLElement, Element>,
  { messages, total, covered, tableTop }: ShownRows,
): TimeSpan | undefined {
  const top = (virtual.scrollOffset ?? 0) + covered
  const bottom = (virtual.scrollOffset ?? 0) + (virtual.scrollRect?.height ?? 0) - HEADER_HEIGHT
  const inSight = virtual.getVirtualItems().filter(({ start, end }) => end > top && start < bottom)
  const times = inSight.flatMap(({ index }) => {
    const timestamp = messages[index]?.message['timestamp']
    return typeof timestamp === 'string' ? [Date.parse(timestamp)] : []
  })
  if (times.length === 0 || inSight.length >= total) return undefined
  return { fromMs: Math.min(...times), toMs: Math.max(...times), isAtTop: top <= tableTop }
}
