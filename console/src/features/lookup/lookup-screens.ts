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
  screen(lookup.tables, () => import('./tables/tables-screen.tsx'), 'TablesScreen', toRead),
  screen(lookup.tableNew, tableForms, 'NewTableScreen', toCreate),
  screen(lookup.table, () => import('./tables/table-screen.tsx'), 'TableScreen', ofOne),
  screen(lookup.tableEdit, tableForms, 'EditTableScreen', ofOne),
  screen(lookup.caches, lists, 'CachesScreen', toRead),
  screen(lookup.cacheNew, partForms, 'NewCacheScreen', toCreate),
  screen(lookup.cache, details, 'CacheScreen', ofOne),
  screen(lookup.cacheEdit, partForms, 'EditCacheScreen', ofOne),
  screen(lookup.dataAdapters, lists, 'AdaptersScreen', toRead),
  screen(lookup.dataAdapterNew, partForms, 'NewAdapterScreen', toCreate),
  screen(lookup.dataAdapter, details, 'AdapterScreen', ofOne),
  screen(lookup.dataAdapterEdit, partForms, 'EditAdapterScreen', ofOne),
]
