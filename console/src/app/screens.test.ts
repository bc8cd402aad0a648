import { expect, test } from 'vitest'
import type { RouteSpec } from '../base/routes/route.ts'
import { routes } from '../base/routes/routes.ts'
import { screens } from './screens.ts'

function pathsIn(table: object): string[] {
  return Object.values(table).flatMap((entry: unknown) => {
    if (typeof entry === 'function' && 'path' in entry) return [(entry as unknown as RouteSpec).path]
    return typeof entry === 'object' && entry !== null ? pathsIn(entry) : []
  })
}

test('each route of the console has exactly one screen', () => {
  const served = screens.map((screen) => screen.route.path)
  expect(served.toSorted()).toEqual(pathsIn(routes).toSorted())
})
