/** The current location and navigation, in terms of the links of the route table. */
import { useCallback, useMemo } from 'react'
import { useServices } from '../services/services.tsx'
import { hrefOfEntry } from './browser-history.ts'
import type { Route, RouteParams } from './route.ts'
import { useRouter, useShownScreen } from './router-context.tsx'

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
  /** The entry shows this work. */
  readonly workId?: string
}

/** `const go = useGo()`, then `go(routes.users.edit(id))`. */
export function useGo(): (link: string, options?: GoOptions) => void {
  const { history } = useRouter()
  const href = useHrefOf()
  return useCallback(
    (link, { replace = false, isSaved = false, workId } = {}) => {
      const move = replace ? history.replace : history.push
      move(href(link), workId === undefined ? {} : { workId }, { isForced: isSaved })
    },
    [history, href],
  )
}

/** The parameters in the path: `const { id } = useRouteParams(routes.users.edit)`. */
export function useRouteParams<Path extends string>(route: Route<Path, never>): RouteParams<Path>
export function useRouteParams<Path extends string, Q extends string>(route: Route<Path, Q>): RouteParams<Path>
export function useRouteParams(route: { readonly path: string }): Readonly<Record<string, string>> {
  const { match } = useShownScreen()
  const names = route.path.match(/(?<=\{)\w+(?=\})/g) ?? []
  return Object.fromEntries(names.map((name) => [name, String(match?.params[name])]))
}

export { usePathname } from './router-context.tsx'

/** The query parameters of the URL. */
export function useQueryValues(): URLSearchParams {
  const { search } = useShownScreen().entry
  return useMemo(() => new URLSearchParams(search), [search])
}

/** Changes query parameters of the current URL; an empty or absent value removes the parameter. */
export function useSetQueryValues() {
  const { history } = useRouter()
  return useCallback(
    (changes: Readonly<Record<string, string | undefined>>, options?: { replace?: boolean }) => {
      // Start from the URL at this moment, not of the last render: two changes in one tick must both persist.
      const here = new URL(hrefOfEntry(history.entry()), window.location.origin)
      for (const [name, value] of Object.entries(changes)) {
        if (value === undefined || value === '') here.searchParams.delete(name)
        else here.searchParams.set(name, value)
      }
      const href = `${here.pathname}${here.search}${here.hash}`
      // The entry belongs to the same work.
      const { state } = history.entry()
      if (options?.replace) history.replace(href, state)
      else history.push(href, state)
    },
    [history],
  )
}

interface ReplaceOptions {
  readonly replace?: boolean
  /** The entry and those that the page adds to it belong to this work. */
  readonly workId: string
}

/** Replaces all query parameters of the current URL. */
export function useReplaceQueryValues() {
  const { history } = useRouter()
  return useCallback(
    (values: URLSearchParams, { replace = false, workId }: ReplaceOptions) => {
      const here = new URL(hrefOfEntry(history.entry()), window.location.origin)
      const href = `${here.pathname}${values.size === 0 ? '' : `?${readable(values)}`}${here.hash}`
      if (replace) history.replace(href, { workId })
      else history.push(href, { workId })
    },
    [history],
  )
}

/** Lists and sort orders stay legible: commas and colons need no escape in a query. */
const readable = (values: URLSearchParams) => String(values).replaceAll('%2C', ',').replaceAll('%3A', ':')

/** The current link of the route table, with its query parameters. */
export const useCurrentLink = (): (() => string) => useRouter().link
