/** How a page that scrolls as a whole divides its widgets: a histogram at its top, the grid, a table at its bottom. */
import type { Widget, WidgetPositions } from '@logyard/contract/views/view-state'
import type { Layout, LayoutItem } from 'react-grid-layout'
import { isMessages } from '../../view-document/model/view-model.ts'
import { COLUMNS, layoutOf, positionsOf } from '../../view-document/model/widget-positions.ts'
import { isHistogram } from '../histogram/is-histogram.ts'

/** Higher ones are charts in the grid. */
const STRIP_ROWS = 2

export interface PageParts {
  readonly top: Widget | undefined
  readonly gridded: readonly Widget[]
  /** The places of the widgets in the grid. */
  readonly layout: LayoutItem[]
  readonly bottom: Widget | undefined
  /** The positions of all widgets after those in the grid were moved. */
  readonly positionsAfter: (grid: Layout) => WidgetPositions
}

export function pageParts(
  widgets: readonly Widget[],
  positions: Readonly<WidgetPositions>,
  isWholePage: boolean,
): PageParts {
  const whole = layoutOf(widgets, positions)
  const wide = isWholePage ? whole.filter(({ w }) => w === COLUMNS) : []
  const placeOf = (widget: Widget) => wide.find(({ i }) => i === widget.id)
  const end = Math.max(0, ...whole.map(({ y, h }) => y + h))
  const bottom = widgets.find((widget) => {
    const place = placeOf(widget)
    return isMessages(widget) && place !== undefined && place.y + place.h === end
  })
  const top = widgets.find((widget) => isHistogram(widget) && (placeOf(widget)?.h ?? COLUMNS) <= STRIP_ROWS)
  const gridded = widgets.filter((widget) => widget !== top && widget !== bottom)
  const topRows = top === undefined ? 0 : (placeOf(top)?.h ?? 0)
  return {
    top,
    gridded,
    layout: layoutOf(gridded, positions),
    bottom,
    positionsAfter(grid) {
      const gridEnd = topRows + Math.max(0, ...grid.map(({ y, h }) => y + h))
      const outside = whole.flatMap((place) => {
        if (place.i === top?.id) return [{ ...place, y: 0 }]
        return place.i === bottom?.id ? [{ ...place, y: gridEnd }] : []
      })
      return positionsOf([...outside, ...grid.map((place) => ({ ...place, y: place.y + topRows }))])
    },
  }
}
