import { useEffect, useState, useSyncExternalStore } from 'react'
import { useCall, useClock } from '../../../base/services/services.tsx'
import { randomIds } from '../../../view-document/model/random-ids.ts'
import { useReadsEvents } from '../dashboard-permissions.ts'
import { createDashboardSession, type DashboardSessionDeps } from './dashboard-session.ts'

export type OpenedDashboard = Pick<
  DashboardSessionDeps,
  'document' | 'view' | 'pageId' | 'values' | 'override' | 'reader'
>

/** A session that executes the page when it is shown and ends with it, and its state. */
export function useDashboardSession(opened: OpenedDashboard, isAutomatic = false) {
  const call = useCall()
  const { now } = useClock()
  const readsEvents = useReadsEvents()
  const [session] = useState(() => createDashboardSession({ call, ids: randomIds, now, readsEvents, ...opened }))
  const state = useSyncExternalStore(session.subscribe, session.state)
  useEffect(() => {
    session.run({ isAutomatic })
    return session.leave
  }, [session, isAutomatic])
  return { session, state }
}
