import type { ComponentType } from 'react'
import type { Area } from '../text/catalogues.ts'
import type { RouteSpec } from './route.ts'

/** A route that is built: which component it opens, loaded with its texts when somebody goes there first. */
export interface Screen {
  readonly route: RouteSpec
  readonly load: () => Promise<ComponentType>
  readonly areas: readonly Area[]
  /** All of them are needed; without one the missing-permissions page stands in. */
  readonly permissions: readonly string[]
  /** `bare` screens have no navigation around them. */
  readonly frame: 'shell' | 'bare'
}

export function screen(
  route: RouteSpec,
  load: () => Promise<ComponentType>,
  options: Partial<Pick<Screen, 'areas' | 'permissions' | 'frame'>> = {},
): Screen {
  return { route, load, areas: [], permissions: [], frame: 'shell', ...options }
}
