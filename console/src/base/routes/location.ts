/** The current location and navigation, in terms of the links of the route table. */
import { type HistoryState, useParams, useRouter, useRouterState } from '@tanstack/react-router'
import { useCallback, useMemo } from 'react'
import { useServices } from '../services/services.tsx'
import type { Route, RouteParams } from './route.ts'

/** The URL path of a link of the route table: `/logs/system/users`. */
const hrefOf = (basePath: string, link: string): string => `${basePath.replace(/\/$/, '')}${link}`

export function useHrefOf(): (link: string) => string {
  const { basePath } = useServices().config
  return useCallback((link) => hrefOf(basePath, link), [basePath])
}

export interface GoOptions {
  /** Replaces the history entry, so that Back does not return here. */
  readonly replace?: boolean
  /** The user's input is saved: do not ask about unsaved changes. */
  readonly isSaved?: boolean
}

/** `const go = useGo()`, then `go(routes.users.edit(id))`. */
export function useGo(): (link: string, options?: GoOptions) => void {
  const { history } = useRouter()
  const href = useHrefOf()
  return useCallback(
    (link, { replace = false, isSaved = false } = {}) => {
      const move = replace ? history.replace : history.push
      move(href(link), undefined, { ignoreBlocker: isSaved })
    },
    [history, href],
  )
}

/** The parameters in the path: `const { id } = useRouteParams(routes.users.edit)`. */
export function useRouteParams<Path extends string>(route: Route<Path, never>): RouteParams<Path>
export function useRouteParams<Path extends string, Q extends string>(route: Route<Path, Q>): RouteParams<Path>
export function useRouteParams(route: { readonly path: string }): Readonly<Record<string, string>> {
  const params: Readonly<Record<string, unknown>> = useParams({ strict: false })
  const names = route.path.match(/(?<=\{)\w+(?=\})/g) ?? []
  return Object.fromEntries(names.map((name) => [name, String(params[name])]))
}

/** The path below the console's base path. */
export const usePathname = (): string => useRouterState({ select: (state) => state.location.pathname })

/** The query parameters of the URL. */
export function useQueryValues(): URLSearchParams {
  const search = useRouterState({ select: (state) => state.location.searchStr })
  return useMemo(() => new URLSearchParams(search), [search])
}

/** Changes query parameters of the current URL; an empty or absent value removes the parameter. */
export function useSetQueryValues() {
  const router = useRouter()
  return useCallback(
    (changes: Readonly<Record<string, string | undefined>>, options?: { replace?: boolean }) => {
      // Start from the URL at this moment, not of the last render: two changes in one tick must both persist.
      const here = new URL(router.history.location.href, window.location.origin)
      for (const [name, value] of Object.entries(changes)) {
        if (value === undefined || value === '') here.searchParams.delete(name)
        else here.searchParams.set(name, value)
      }
      const href = `${here.pathname}${here.search}${here.hash}`
      const state = workOf(router.history.location.state)
      if (options?.replace) router.history.replace(href, state)
      else router.history.push(href, state)
    },
    [router],
  )
}

interface ReplaceOptions {
  readonly replace?: boolean
  /** The entry and those that the page adds to it belong to this work. */
  readonly workId: string
}

/** Replaces all query parameters of the current URL. */
export function useReplaceQueryValues() {
  const router = useRouter()
  return useCallback(
    (values: URLSearchParams, { replace = false, workId }: ReplaceOptions) => {
      const here = new URL(router.history.location.href, window.location.origin)
      const href = `${here.pathname}${values.size === 0 ? '' : `?${readable(values)}`}${here.hash}`
      if (replace) router.history.replace(href, { workId })
      else router.history.push(href, { workId })
    },
    [router],
  )
}

/** Lists and sort orders stay legible: commas and colons need no escape in a query. */
const readable = (values: URLSearchParams) => String(values).replaceAll('%2C', ',').replaceAll('%3A', ':')

/** What an entry passes on to the next one of the same page. */
const workOf = ({ workId }: HistoryState): HistoryState => (workId === undefined ? {} : { workId })

/** The current link of the route table, with its query parameters. */
export function useCurrentLink(): () => string {
  const { history } = useRouter()
  const { basePath } = useServices().config
  return useCallback(() => history.location.href.slice(hrefOf(basePath, '').length), [history, basePath])
}
