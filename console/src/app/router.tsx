import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  type RouterHistory,
} from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Screen, ScreenStart } from '../base/routes/screen.ts'
import type { Area } from '../base/text/catalogues.ts'

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    readonly screen?: Screen
  }
}

export interface RouterParts {
  readonly screens: readonly Screen[]
  readonly basePath: string
  readonly loadTexts: (area: Area) => Promise<void>
  readonly start: ScreenStart
  readonly frame: () => ReactNode
  readonly notFound: () => ReactNode
  readonly pending: () => ReactNode
  readonly failed: (props: { readonly error: unknown }) => ReactNode
  readonly history?: RouterHistory
}

/** `/users/{id}` in the router's notation: `/users/$id`. */
const routerPath = (path: string) => path.replaceAll(/\{(\w+)\}/g, '$$$1')

// Query values stay strings; the router's default would parse `?q=1` as a number.
const parseSearch = (text: string) => Object.fromEntries(new URLSearchParams(text))
const stringifySearch = (search: Readonly<Record<string, unknown>>) => {
  const values = new URLSearchParams(Object.entries(search).map(([name, value]) => [name, String(value)]))
  return values.size === 0 ? '' : `?${values}`
}

export function createAppRouter(parts: RouterParts) {
  const root = createRootRoute({ component: parts.frame, notFoundComponent: parts.notFound })
  const children = parts.screens.map((screen) =>
    createRoute({
      getParentRoute: () => root,
      path: routerPath(screen.route.path),
      staticData: { screen },
      loader: () => Promise.all(screen.areas.map(parts.loadTexts)),
      component: lazyRouteComponent(async () => ({ default: await screen.load(parts.start) })),
    }),
  )
  return createRouter({
    routeTree: root.addChildren(children),
    basepath: parts.basePath,
    parseSearch,
    stringifySearch,
    defaultPendingComponent: parts.pending,
    defaultErrorComponent: parts.failed,
    defaultPendingMs: 200,
    defaultPendingMinMs: 0,
    notFoundMode: 'root',
    scrollRestoration: true,
    ...(parts.history === undefined ? {} : { history: parts.history }),
  })
}
