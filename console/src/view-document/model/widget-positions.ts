/** The positions of widgets: converts between the stored positions and the cells of the grid. */
import {
  PATTERNS_WIDGET,
  SQL_WIDGET,
  STEPS_WIDGET,
  TEXT_WIDGET,
  type Widget,
  type WidgetPosition,
  type WidgetPositions,
} from '@logyard/contract/views/view-state'
import type { LayoutItem } from 'react-grid-layout/core'

export const COLUMNS = 12
export type Size = { readonly width: number; readonly height: number }

const SIZES: Readonly<Record<string, Size>> = {
  aggregation: { width: 4, height: 4 },
  messages: { width: COLUMNS, height: 5 },
  [PATTERNS_WIDGET]: { width: 6, height: 4 },
  [TEXT_WIDGET]: { width: 4, height: 2 },
  [STEPS_WIDGET]: { width: 6, height: 4 },
  [SQL_WIDGET]: { width: 6, height: 4 },
}
const OTHER_SIZE: Size = { width: 4, height: 4 }
export const defaultSize = (type: string): Size => SIZES[type] ?? OTHER_SIZE

type Dimension = WidgetPosition['col']
const cells = (value: Dimension, whole: number) => (value === 'Infinity' ? whole : value)
const within = (value: number, least: number, most: number) => Math.min(Math.max(value, least), most)

export const isFullWidth = ({ width }: WidgetPosition): boolean => width === 'Infinity' || width >= COLUMNS

function layoutItem(id: string, { col, row, height, width }: WidgetPosition): LayoutItem {
  const w = within(cells(width, COLUMNS), 1, COLUMNS)
  return {
    i: id,
    x: within(cells(col, 1) - 1, 0, COLUMNS - w),
    y: Math.max(cells(row, 1) - 1, 0),
    w,
    h: Math.max(cells(height, OTHER_SIZE.height), 1),
  }
}

const widthOf = (cellCount: number): Dimension => (cellCount >= COLUMNS ? 'Infinity' : cellCount)

/** The cells that the grid renders, compacted upwards, so that storing them changes nothing the next time. */
export function layoutOf(widgets: readonly Widget[], positions: Readonly<WidgetPositions>): LayoutItem[] {
  const known = widgets.filter(({ id }) => positions[id] !== undefined)
  const placed = known.map(({ id }) => layoutItem(id, positions[id] ?? { col: 1, row: 1, width: 1, height: 1 }))
  let below = Math.max(0, ...placed.map(({ y, h }) => y + h))
  for (const { id, type } of widgets) {
    if (positions[id] !== undefined) continue
    const { width, height } = defaultSize(type)
    placed.push({ i: id, x: 0, y: below, w: width, h: height })
    below += height
  }
  return compacted(placed)
}

/** Moves each cell up as far as possible, in list order. The grid library does the same; this avoids loading it. */
function compacted(layout: readonly LayoutItem[]): LayoutItem[] {
  const placed: LayoutItem[] = []
  for (const item of layout.toSorted((a, b) => a.y - b.y || a.x - b.x)) {
    const above = neighbours(placed, item)
    placed.push({ ...item, y: Math.max(0, ...above.map(({ y, h }) => y + h)) })
  }
  const places = new Map(placed.map((item) => [item.i, item]))
  return layout.map((item) => places.get(item.i) ?? item)
}

export const positionsOf = (layout: readonly LayoutItem[]): WidgetPositions =>
  Object.fromEntries(layout.map(({ i, x, y, w, h }) => [i, { col: x + 1, row: y + 1, height: h, width: widthOf(w) }]))

/** The positions of all widgets with a new one. */
export type Place = (
  widgets: readonly Widget[],
  positions: Readonly<WidgetPositions>,
  id: string,
  size: Pick<WidgetPosition, 'width' | 'height'>,
) => WidgetPositions

/** At the top; the other widgets follow in their order. */
export const placedFirst: Place = (widgets, positions, id, size) => {
  const first = layoutItem(id, { ...size, col: 1, row: 1 })
  return positionsOf(compacted([first, ...layoutOf(widgets, positions)]))
}

/** At the first place from the top where it has room, so that no other widget moves. */
export const placedFree: Place = (widgets, positions, id, size) => {
  const others = layoutOf(widgets, positions)
  const item = layoutItem(id, { ...size, col: 1, row: 1 })
  const rows = [0, ...others.flatMap(({ y, h }) => [y, y + h])].toSorted((a, b) => a - b)
  const columns = Array.from({ length: COLUMNS - item.w + 1 }, (_, x) => x)
  const places = rows.flatMap((y) => columns.map((x) => ({ ...item, x, y })))
  const free = places.find((place) => !others.some((other) => overlap(place, other)))
  return positionsOf([...others, free ?? item])
}

export type Move = 'up' | 'down' | 'left' | 'right' | 'wider' | 'narrower' | 'taller' | 'shorter'

/** Moves or resizes by one step without a mouse; the others make room. `undefined` if there is no room to go. */
export function moved(
  widgets: readonly Widget[],
  positions: Readonly<WidgetPositions>,
  id: string,
  move: Move,
): WidgetPositions | undefined {
  const layout = layoutOf(widgets, positions)
  const item = layout.find(({ i }) => i === id)
  if (item === undefined) return undefined
  const next = stepped(layout, item, move)
  const isSame = next.x === item.x && next.y === item.y && next.w === item.w && next.h === item.h
  if (isSame) return undefined
  const others = layout.filter(({ i }) => i !== id)
  return positionsOf(compacted(madeRoom(next, others)))
}

function stepped(layout: readonly LayoutItem[], item: LayoutItem, move: Move): LayoutItem {
  switch (move) {
    case 'left':
      return { ...item, x: Math.max(item.x - 1, 0) }
    case 'right':
      return { ...item, x: Math.min(item.x + 1, COLUMNS - item.w) }
    case 'wider':
      return { ...item, w: Math.min(item.w + 1, COLUMNS - item.x) }
    case 'narrower':
      return { ...item, w: Math.max(item.w - 1, 1) }
    case 'taller':
      return { ...item, h: item.h + 1 }
    case 'shorter':
      return { ...item, h: Math.max(item.h - 1, 1) }
    case 'up': {
      // Moves above the lowest widget that is in the way.
      const above = neighbours(layout, item).filter(({ y }) => y < item.y)
      return { ...item, y: above.length === 0 ? 0 : Math.max(...above.map(({ y }) => y)) }
    }
    case 'down': {
      const below = neighbours(layout, item).filter(({ y }) => y > item.y)
      const [first] = below.toSorted((a, b) => a.y - b.y)
      return first === undefined ? item : { ...item, y: first.y + first.h }
    }
  }
}

const overlap = (a: LayoutItem, b: LayoutItem) =>
  a.x < b.x + b.w && b.x < a.x + a.w && a.y < b.y + b.h && b.y < a.y + a.h

/** The cells that share a column with it. */
const neighbours = (layout: readonly LayoutItem[], item: LayoutItem) =>
  layout.filter((other) => other.i !== item.i && other.x < item.x + item.w && item.x < other.x + other.w)

/** Pushes down the cells that the moved one overlaps; compaction closes the gaps. */
function madeRoom(item: LayoutItem, others: readonly LayoutItem[]): LayoutItem[] {
  const placed: LayoutItem[] = [item]
  for (const other of others.toSorted((a, b) => a.y - b.y || a.x - b.x)) {
    let y = other.y
    const isInTheWay = (candidate: number) => placed.find((one) => overlap(one, { ...other, y: candidate }))
    for (let blocker = isInTheWay(y); blocker !== undefined; blocker = isInTheWay(y)) y = blocker.y + blocker.h
    placed.push({ ...other, y })
  }
  return placed
}
