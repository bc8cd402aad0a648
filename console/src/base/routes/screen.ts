import type { QueryClient } from '@tanstack/react-query'
import type { ComponentType, ReactNode } from 'react'
import type { Call } from '../../api/api-client.ts'
import { type PluginRoute, required } from '../plugins/plugin-registry.ts'
import type { CurrentUser } from '../session/current-user.tsx'
import { type Needs, permissionsNeeded } from '../session/needs.ts'
import type { Area } from '../text/catalogues.ts'
import type { RouteSpec } from './route.ts'

/** The means by which a screen requests data before it is rendered. */
export interface ScreenStart {
  readonly call: Call
  readonly queryClient: QueryClient
  readonly whenUserKnown: () => Promise<CurrentUser>
}

/** A built route: the component that it opens, loaded with its texts on the first visit. */
export interface Screen {
  readonly route: RouteSpec
  readonly load: (start: ScreenStart) => Promise<ComponentType>
  readonly areas: readonly Area[]
  /**
   * The user needs all of them; otherwise the missing-permissions page is shown. A `<name>` in a permission is a
   * parameter of the path.
   */
  readonly permissions: readonly string[]
  /** `bare` screens have no navigation around them; plugins may bring their own frame. */
  readonly frame: 'shell' | 'bare' | ComponentType<{ readonly children: ReactNode }>
}

/** The screen is a component of a module, by its name there. */
export function screen<Name extends string>(
  route: RouteSpec,
  load: (start: ScreenStart) => Promise<Readonly<Record<Name, ComponentType>>>,
  name: Name,
  { needs = [], ...options }: Partial<Pick<Screen, 'areas' | 'frame'>> & { readonly needs?: Needs } = {},
): Screen {
  const component = async (start: ScreenStart) => (await load(start))[name]
  return { route, load: component, areas: [], permissions: permissionsNeeded(needs), frame: 'shell', ...options }
}

/** A plugin's route as a screen: in the standard frame, outside of it (`null`), or in the plugin's own frame. */
export function pluginScreen(added: PluginRoute): Screen {
  const { path, component, parentComponent: Parent, permissions } = added
  return {
    route: { path: path.replaceAll(/:(\w+)/g, '{$1}'), query: [] },
    load: () => Promise.resolve(component),
    areas: [],
    permissions: required(permissions),
    frame: Parent === undefined ? 'shell' : (Parent ?? 'bare'),
  }
}
