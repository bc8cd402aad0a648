/** Wires content packs: they reach into every area that has portable objects. */
import { join } from 'node:path'
import { type ContentPacksArea, createContentPacks } from '../content-packs/content-packs.ts'
import type { Fields } from '../fields/fields.ts'
import { callerOf } from '../identity/accounts/caller-of.ts'
import type { Config } from '../platform/config.ts'
import type { Sidecars } from '../sidecars/sidecars.ts'
import type { Foundation } from './area.ts'
import type { EventsFlow } from './events.ts'
import type { Ingest } from './ingest.ts'
import { loggingAs } from './logging-as.ts'
import type { SearchFlow } from './search.ts'

export interface ContentPackFlowDeps extends Foundation {
  readonly ingest: Ingest
  readonly search: Pick<SearchFlow, 'views' | 'newestMessages'>
  readonly events: Pick<EventsFlow, 'definitions' | 'notifications'>
  readonly processing: { readonly fields: Pick<Fields, 'patterns'> }
  readonly sidecars: Pick<Sidecars, 'collectors' | 'configurations'>
}

export function createContentPackFlow(deps: ContentPackFlowDeps): ContentPacksArea {
  const { config, identity, ingest, search, events, sidecars, lookups, grok } = deps
  const { streams, pipelines } = ingest
  return createContentPacks({
    ...loggingAs('content-packs', deps),
    ...search,
    kinds: {
      ...lookups.service,
      ...sidecars,
      definitions: events.definitions.kind,
      grokPatterns: grok.kind,
      inputs: ingest.inputs.kind,
      notifications: events.notifications.kind,
      outputs: ingest.outputs.kind,
      patternFields: deps.processing.fields.patterns.kind,
      pipelines: pipelines.kind,
      rules: pipelines.rules.kind,
      streams: streams.kind,
    },
    pipelines,
    folder: folderOf(config),
    async rootCaller() {
      const account = (await identity.accounts.read()).root()
      return account && callerOf(account)
    },
  })
}

function folderOf({ LOGYARD_DATA, ...config }: Config) {
  if (!config.LOGYARD_CONTENT_PACKS_LOADER) return undefined
  const installed = config.LOGYARD_CONTENT_PACKS_AUTO_INSTALL.split(',').map((name) => name.trim())
  return { path: config.LOGYARD_CONTENT_PACKS_DIR || join(LOGYARD_DATA, 'contentpacks'), installed: new Set(installed) }
}
