import { createContext, use, useCallback } from 'react'
import type { RouteSpec } from './route.ts'

/** The paths of all screens that are built. */
const BuiltRoutesContext = createContext<ReadonlySet<string>>(new Set())
export const BuiltRoutesProvider = BuiltRoutesContext.Provider

/** `useIsBuilt()(routes.streams)`: whether the route opens a screen; links to other routes are hidden. */
export function useIsBuilt(): (route: RouteSpec) => boolean {
  const paths = use(BuiltRoutesContext)
  return useCallback((route) => paths.has(route.path), [paths])
}
