import { routes } from '../../base/routes/routes.ts'
import { type Screen, screen } from '../../base/routes/screen.ts'

const toRead = { areas: ['lookup', 'whitelist'], needs: ['lookup_tables.list'] } as const
const toCreate = { areas: ['lookup', 'whitelist'], needs: ['lookup_tables.create'] } as const
/** The page of one object needs a permission on that object, which the server checks. */
const ofOne = { areas: ['lookup', 'whitelist'] } as const

const { lookup } = routes
const tableForms = () => import('./tables/table-form-screens.tsx')
const lists = () => import('./parts/parts-screen.tsx')
const details = () => import('./parts/part-screen.tsx')
const partForms = () => import('./parts/part-form-screens.tsx')

export const lookupScreens: readonly Screen[] = [
  screen(lookup.tables, () => import('./tables/tables-screen.tsx').then((module) => module.TablesScreen), toRead),
  screen(lookup.tableNew, () => tableForms().then((module) => module.NewTableScreen), toCreate),
  screen(lookup.table, () => import('./tables/table-screen.tsx').then((module) => module.TableScreen), ofOne),
  screen(lookup.tableEdit, () => tableForms().then((module) => module.EditTableScreen), ofOne),
  screen(lookup.caches, () => lists().then((module) => module.CachesScreen), toRead),
  screen(lookup.cacheNew, () => partForms().then((module) => module.NewCacheScreen), toCreate),
  screen(lookup.cache, () => details().then((module) => module.CacheScreen), ofOne),
  screen(lookup.cacheEdit, () => partForms().then((module) => module.EditCacheScreen), ofOne),
  screen(lookup.dataAdapters, () => lists().then((module) => module.AdaptersScreen), toRead),
  screen(lookup.dataAdapterNew, () => partForms().then((module) => module.NewAdapterScreen), toCreate),
  screen(lookup.dataAdapter, () => details().then((module) => module.AdapterScreen), ofOne),
  screen(lookup.dataAdapterEdit, () => partForms().then((module) => module.EditAdapterScreen), ofOne),
]
