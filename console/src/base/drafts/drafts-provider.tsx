import { createContext, type ReactNode, use, useEffect, useState } from 'react'
import { useCurrentLink, useQueryValues } from '../routes/location.ts'
import { useServices } from '../services/services.tsx'
import { useCurrentUser } from '../session/current-user.tsx'
import { createDrafts, type Drafts } from './drafts.ts'

const DraftsContext = createContext<Drafts | undefined>(undefined)

/** The drafts of the signed-in user in this browser. */
export function DraftsProvider({ children }: { children: ReactNode }) {
  const { session, clock } = useServices()
  const { id, username } = useCurrentUser()
  const [drafts] = useState(() =>
    createDrafts({
      tabStorage: () => window.sessionStorage,
      browserStorage: () => window.localStorage,
      userId: id ?? username,
      now: clock.now,
      newId: () => crypto.getRandomValues(new Uint32Array(2)).join('-'),
    }),
  )
  useEffect(
    () =>
      session.subscribe(() => {
        const state = session.state()
        // The drafts stay for a user whose session expired.
        const isLeft = state.kind === 'leaving' || (state.kind === 'logged-out' && state.left === undefined)
        if (isLeft) drafts.clear()
      }),
    [session, drafts],
  )
  useEffect(() => {
    const leave = () => drafts.setLeft(true)
    const show = () => drafts.setLeft(false)
    window.addEventListener('pagehide', leave)
    window.addEventListener('pageshow', show)
    return () => {
      window.removeEventListener('pagehide', leave)
      window.removeEventListener('pageshow', show)
    }
  }, [drafts])
  return <DraftsContext value={drafts}>{children}</DraftsContext>
}

const SETTLED_MS = 300

/** Adds the page to the places that the command palette offers. */
export function useVisit(title: string): void {
  const drafts = use(DraftsContext)
  const current = useCurrentLink()
  const values = useQueryValues()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the link changes with the query values
  useEffect(() => {
    // Title and address of a search change one after the other.
    const timer = setTimeout(() => drafts?.visited({ link: current(), title }), SETTLED_MS)
    return () => clearTimeout(timer)
  }, [drafts, current, title, values])
}

export function useDrafts(): Drafts {
  const drafts = use(DraftsContext)
  if (drafts === undefined) throw new Error('rendered while nobody is signed in')
  return drafts
}
