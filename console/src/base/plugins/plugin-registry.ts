/**
 * What plugins add to the console. A plugin is a plain object with any of the extension points below; the registry
 * only collects them, and the parts of the shell that support an extension point read it from here.
 */
import type { ComponentType, ReactNode } from 'react'
import { createContext, use } from 'react'
import { naturally } from '../text/natural-order.ts'

export interface PluginRoute {
  /** Parameters are written `:name`: `/system/pipelines/:pipelineId`. */
  readonly path: string
  readonly component: ComponentType
  /** `null` renders outside the frame, a component wraps the screen, absent means the standard frame. */
  readonly parentComponent?: ComponentType<{ readonly children: ReactNode }> | null
  readonly permissions?: string | readonly string[]
}
interface PluginLink {
  readonly path: string
  readonly description: string
  readonly permissions?: string | readonly string[]
}
interface PluginMenu {
  readonly description: string
  readonly children: readonly PluginLink[]
  readonly permissions?: string | readonly string[]
}
interface PluginComponent {
  readonly key: string
  readonly component: ComponentType
}
export interface ConsolePlugin {
  readonly routes?: readonly PluginRoute[]
  readonly navigation?: readonly (PluginLink | PluginMenu)[]
  readonly systemnavigation?: readonly PluginLink[]
  readonly navigationItems?: readonly PluginComponent[]
  readonly globalNotifications?: readonly PluginComponent[]
  readonly loginProviderType?: readonly { readonly type: string; readonly formComponent: ComponentType }[]
  readonly pages?: Readonly<Record<string, { readonly component: ComponentType }>>
}

/** The link of a plugin's route, or a function of its parameters. */
type PluginRouteLink = string | ((...params: readonly string[]) => string)

/** The key of a route: `/system/pipelines/:pipelineId` becomes `SYSTEM_PIPELINES_PIPELINEID`. */
const routeKey = (path: string) => path.replace(/^\//, '').replaceAll(':', '').replaceAll('/', '_').toUpperCase()

function routeLink(path: string): PluginRouteLink {
  if (!path.includes(':')) return path
  return (...params) => {
    let next = 0
    return path.replaceAll(/:\w+/g, () => encodeURIComponent(params[next++] ?? ''))
  }
}

export const required = (permissions: string | readonly string[] | undefined): readonly string[] =>
  permissions === undefined ? [] : typeof permissions === 'string' ? [permissions] : permissions

export function createPluginRegistry(plugins: readonly ConsolePlugin[]) {
  const routes = plugins.flatMap((plugin) => plugin.routes ?? [])
  const links = new Map(routes.map((route) => [routeKey(route.path), routeLink(route.path)]))
  const logins = plugins.flatMap((plugin) => plugin.loginProviderType ?? [])

  function pluginRoute(key: string): PluginRouteLink
  function pluginRoute(key: string, options: { readonly lenient: boolean }): PluginRouteLink | undefined
  function pluginRoute(key: string, { lenient = false } = {}): PluginRouteLink | undefined {
    const link = links.get(key)
    if (link === undefined && !lenient) throw new Error(`Could not find plugin route '${key}'.`)
    return link
  }

  return {
    routes,
    navigation: plugins
      .flatMap((plugin) => plugin.navigation ?? [])
      .toSorted((a, b) => naturally(a.description, b.description)),
    systemnavigation: plugins.flatMap((plugin) => plugin.systemnavigation ?? []),
    navigationItems: plugins.flatMap((plugin) => plugin.navigationItems ?? []),
    globalNotifications: plugins.flatMap((plugin) => plugin.globalNotifications ?? []),
    pages: Object.assign({}, ...plugins.map((plugin) => plugin.pages ?? {})) as Readonly<
      Record<string, { readonly component: ComponentType }>
    >,
    /** Two providers would compete for the form, so the built-in one is shown. */
    loginForm: logins.length === 1 ? logins[0]?.formComponent : undefined,
    pluginRoute,
  }
}
export type PluginRegistry = ReturnType<typeof createPluginRegistry>

const PluginsContext = createContext<PluginRegistry>(createPluginRegistry([]))
export const PluginsProvider = PluginsContext.Provider
export const usePlugins = () => use(PluginsContext)
