/** Which piece of work a history entry shows: entries that a page adds itself belong to the same work. */
import { useRouterState } from '@tanstack/react-router'
import { useState } from 'react'

declare module '@tanstack/react-router' {
  interface HistoryState {
    readonly workId?: string
  }
}

interface EntryState {
  readonly workId?: string
  /** The router gives every entry a key. */
  readonly __TSR_key?: string
}

const workIdOf = ({ workId, __TSR_key = '' }: EntryState): string => workId ?? __TSR_key

/**
 * The id of the work at the current address. Another id means that the user opened something else at the same path, or
 * returned to it. Stays while the router is leaving the path.
 */
export function useWorkId(): string {
  const location = useRouterState({ select: (state) => state.location })
  const [held, setHeld] = useState({ path: location.pathname, id: workIdOf(location.state) })
  const id = location.pathname === held.path ? workIdOf(location.state) : held.id
  if (id !== held.id) setHeld({ ...held, id })
  return id
}
