import { createContext, type ReactNode, use, useEffect, useSyncExternalStore } from 'react'
import type { ScreenRouter, ShownScreen } from './screen-router.ts'

const RouterContext = createContext<ScreenRouter | undefined>(undefined)

export function RouterProvider({ router, children }: { router: ScreenRouter; children: ReactNode }) {
  useEffect(() => router.follow(), [router])
  return <RouterContext value={router}>{children}</RouterContext>
}

export function useRouter(): ScreenRouter {
  const router = use(RouterContext)
  if (router === undefined) throw new Error('a page is rendered outside of the router')
  return router
}

/** The path below the console's base path; of the next screen already while that is loading. */
export function usePathname(): string {
  const router = useRouter()
  return useSyncExternalStore(router.subscribe, router.pathname)
}

/** What the console shows: the entry of the history with its screen. */
export function useShownScreen(): ShownScreen {
  const router = useRouter()
  return useSyncExternalStore(router.subscribe, router.shown)
}
