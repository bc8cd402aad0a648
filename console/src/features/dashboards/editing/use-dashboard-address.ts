import { useEffect, useRef, useState } from 'react'
import { useCurrentLink, useGo, useQueryValues } from '../../../base/routes/location.ts'
import { routes } from '../../../base/routes/routes.ts'
import { useClock } from '../../../base/services/services.tsx'
import { useZone } from '../../../query/time-range/use-range-text.ts'
import type { DashboardDocument } from '../../../view-document/dashboards/dashboard-document.ts'
import { isDirty } from '../../../view-document/editing/view-editor.ts'
import { readAddress, withAddress } from './dashboard-address.ts'
import type { DashboardSession, DashboardState } from './dashboard-session.ts'

/** The page, range, query and filters in the address of a dashboard that is opened. */
export function useOpenedAddress(document: DashboardDocument) {
  const address = useQueryValues()
  const zone = useZone()
  const { now } = useClock()
  const [opened] = useState(() => readAddress(address, document, { zone, nowMs: now() }))
  return opened
}

/**
 * Keeps a saved dashboard and its address in step: another page or override is a new entry of the history, to which Back
 * returns. While there are unsaved changes they replace the entry, because Back would ask about them.
 */
export function useDashboardAddress(session: DashboardSession, state: DashboardState): void {
  const { view, pageId, saved, override, values } = state
  const address = useQueryValues()
  const go = useGo()
  const current = useCurrentLink()
  const zone = useZone()
  const { now } = useClock()
  const written = useRef(address.toString())
  const link = view === undefined ? undefined : routes.dashboard(view.id)
  const first = saved.pages[0]?.id
  const isSaved = saved.pages.some(({ id }) => id === pageId)
  const isEdited = isDirty(state)
  const shown = useRef<string>(undefined)

  useEffect(() => {
    const text = address.toString()
    if (link === undefined || text === written.current || current().split('?')[0] !== link) return
    written.current = text
    const asked = readAddress(address, saved, { zone, nowMs: now() })
    const { override, values } = asked
    session.show({ override, values, pageId: asked.pageId ?? first ?? '' })
    // What it shows now is what the address says.
    shown.current = pageAndOverride(session.state())
  }, [session, address, link, saved, first, current, zone, now])

  useEffect(() => {
    if (link === undefined || !isSaved) return
    const now = pageAndOverride({ pageId, override })
    const isNew = shown.current !== undefined && shown.current !== now
    shown.current = now
    const wanted = withAddress(link, { pageId: pageId === first ? undefined : pageId, override, values })
    const query = new URLSearchParams(wanted.split('?')[1]).toString()
    if (current() === wanted || (query === written.current && current().split('?')[0] === link)) return
    written.current = query
    go(wanted, { replace: !isNew || isEdited, isSaved: true })
  }, [go, current, link, isSaved, first, pageId, override, values, isEdited])
}

const pageAndOverride = ({ pageId, override }: Pick<DashboardState, 'pageId' | 'override'>): string =>
  JSON.stringify([pageId, override])
