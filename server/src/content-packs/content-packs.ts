/** Content packs: portable copies of objects of the system, installed whole or not at all. */
import type { FastifyInstance } from 'fastify'
import type { Caller } from '../http/caller.ts'
import type { Pipelines } from '../pipelines/pipelines.ts'
import type { Clock } from '../platform/clock.ts'
import type { Ids } from '../platform/ids.ts'
import type { Log } from '../platform/log.ts'
import type { SettingsStore } from '../platform/settings/settings-store.ts'
import type { NewestMessages } from '../search/insights/newest-messages.ts'
import type { UrlWhitelist } from '../url-whitelist/url-whitelist.ts'
import { createCatalog } from './catalog/catalog.ts'
import { createDeletions } from './deletions.ts'
import { createEntityTypes, type EntityTypesDeps } from './entities/entity-types.ts'
import { galleryRoutes } from './gallery/gallery-routes.ts'
import { baselineCollection, installationCollection } from './installation-store.ts'
import { createBaselines } from './installations/baselines.ts'
import { createInstallations } from './installations/installations.ts'
import { packRoutes } from './pack-routes.ts'
import { createPackService } from './packs/pack-service.ts'
import { createProposals } from './proposals/proposals.ts'
import { addSeedPacks } from './seeds/add-seed-packs.ts'
import { loadFolder } from './seeds/load-folder.ts'
import { createConfigurationText } from './text/configuration-text.ts'
import { createUpgrades } from './upgrades/upgrades.ts'

export interface ContentPacksDeps extends EntityTypesDeps {
  readonly settings: SettingsStore
  readonly pipelines: Pick<Pipelines, 'connections' | 'published'>
  readonly urlWhitelist: Pick<UrlWhitelist, 'read' | 'replace' | 'changing'>
  /** Messages from which packs of the gallery are suggested. */
  readonly newestMessages: NewestMessages
  /** Packs to add at each start. */
  readonly folder: { readonly path: string; readonly installed: ReadonlySet<string> } | undefined
  /** Caller in whose name the packs of the folder are installed. */
  readonly rootCaller: () => Promise<Caller | undefined>
  readonly clock: Clock
  readonly ids: Ids
  readonly log: Log
}

export type ContentPacksArea = ReturnType<typeof createContentPacks>

/** If the installation of a folder takes longer, the rest follows at the next start. */
const LOAD_LIMIT_MS = 120_000

export function createContentPacks(deps: ContentPacksDeps) {
  const { settings, pipelines } = deps
  const types = createEntityTypes(deps)
  const store = settings.collection(installationCollection)
  const baselineStore = settings.collection(baselineCollection)
  const baselines = createBaselines({ store: baselineStore, types })
  const deletions = createDeletions({ ...deps, types })
  const inTurn = settings.turns('content packs')
  const packs = createPackService({ ...deps, installations: store, inTurn })
  const catalog = createCatalog({ ...deps, types })
  const parts = {
    ...deps,
    ...{ store, baselineStore, baselines, deletions, inTurn, packs, types },
    connections: pipelines.connections,
    publishPipelines: pipelines.published.publish,
  }
  const installations = createInstallations(parts)
  const upgrades = createUpgrades({ ...parts, installations })
  const text = createConfigurationText(parts)
  const proposals = createProposals({ ...deps, text })
  return {
    packs,
    installations,
    routes(api: FastifyInstance, { apiUrl }: { readonly apiUrl: string }) {
      packRoutes(api, { packs, installations, catalog, upgrades, text, proposals, apiUrl })
      galleryRoutes(api, { packs, newestMessages: deps.newestMessages })
    },
    /** Call it once the objects of a new system exist. */
    async open() {
      await deletions.finish()
      await installations.finish()
      await addSeedPacks({ ...deps, packs, installations: store, baselines, types })
      if (deps.folder === undefined) return
      const { path, installed } = deps.folder
      const loading = { folder: path, installed, packs, installations, caller: deps.rootCaller, log: deps.log }
      await loadFolder(loading, AbortSignal.timeout(LOAD_LIMIT_MS))
    },
  }
}
