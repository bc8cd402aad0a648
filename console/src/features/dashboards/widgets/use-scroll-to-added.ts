import { useEffect, useRef } from 'react'
import type { DashboardPage } from '../../../view-document/dashboards/dashboard-document.ts'
import { layoutOf } from '../../../view-document/model/widget-positions.ts'

/** For the element around the widgets: scrolls a widget into view that was added below the others. */
export function useScrollToAdded({ id, state: { widgets, positions } }: DashboardPage) {
  const element = useRef<HTMLDivElement>(null)
  const seen = useRef({ page: id, widgets })
  useEffect(() => {
    const before = seen.current
    seen.current = { page: id, widgets }
    const added = widgets.filter((widget) => !before.widgets.some((old) => old.id === widget.id))
    if (before.page !== id || added.length !== 1) return
    // The frames are in reading order.
    const order = layoutOf(widgets, positions).toSorted((a, b) => a.y - b.y || a.x - b.x)
    const place = order.findIndex(({ i }) => i === added[0]?.id)
    element.current?.querySelectorAll('article')[place]?.scrollIntoView({ block: 'center' })
  }, [id, widgets, positions])
  return element
}
