import { dataAdapterOperations } from './data-adapters.ts'
import { lookupCacheOperations } from './lookup-caches.ts'
import { getErrorStates } from './lookup-errors.ts'
import { lookupTableOperations } from './lookup-tables.ts'
import { lookupValueOperations } from './lookup-values.ts'

export const lookupAreaOperations = [
  ...lookupTableOperations,
  ...lookupCacheOperations,
  ...dataAdapterOperations,
  getErrorStates,
  ...lookupValueOperations,
]
