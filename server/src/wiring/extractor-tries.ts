/** Wires the tries of extractors: they run what users are about to save on messages that the search finds. */
import { tryRoutes } from '../extractors/try-routes.ts'
import type { Foundation, WiredFlow } from './area.ts'
import type { Ingest } from './ingest.ts'
import type { SearchFlow } from './search.ts'

export const createExtractorTries = (
  { lookups }: Pick<Foundation, 'lookups'>,
  { extractors, inputs }: Pick<Ingest, 'extractors' | 'inputs'>,
  { newestMessages }: Pick<SearchFlow, 'newestMessages'>,
): WiredFlow => ({
  routes: (api) =>
    tryRoutes(api, {
      trials: extractors.trials,
      newestMessages,
      requireInput: inputs.kind.get,
      isReadableTable: lookups.isReadable,
    }),
})
