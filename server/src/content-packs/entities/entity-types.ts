/** Every kind of entity that packs can carry. */
import type { ModelType } from '@logyard/contract/content-packs/model-types'
import type { AnyEntityType } from '../../entities/entity-type.ts'
import type { AnyKind } from '../../entities/kind.ts'
import { urlWhitelistEntity } from '../../url-whitelist/url-whitelist-pack.ts'
import type { ViewKind } from '../../views/view-kind.ts'
import type { LegacyAlerting } from './legacy-alerting.ts'
import { convertDashboard } from './old-dashboard/convert-dashboard.ts'
import { oldDashboardCodec } from './old-dashboard/old-dashboard.ts'

type KindName =
  | 'adapters'
  | 'caches'
  | 'collectors'
  | 'configurations'
  | 'definitions'
  | 'grokPatterns'
  | 'inputs'
  | 'notifications'
  | 'outputs'
  | 'patternFields'
  | 'pipelines'
  | 'rules'
  | 'streams'
  | 'tables'

export interface EntityTypesDeps {
  readonly kinds: Readonly<Record<KindName, AnyKind>> & LegacyAlerting
  readonly views: { readonly kind: Pick<ViewKind, 'packs'> }
  readonly urlWhitelist: Parameters<typeof urlWhitelistEntity>[0]
}

export type EntityTypes = ReturnType<typeof createEntityTypes>

export function createEntityTypes(deps: EntityTypesDeps) {
  const { kinds } = deps
  const { DASHBOARD, SEARCH } = deps.views.kind.packs
  const all = [
    urlWhitelistEntity(deps.urlWhitelist),
    kinds.grokPatterns.pack,
    kinds.patternFields.pack,
    kinds.caches.pack,
    kinds.adapters.pack,
    kinds.tables.pack,
    kinds.outputs.pack,
    kinds.streams.pack,
    kinds.rules.pack,
    kinds.pipelines.pack,
    kinds.inputs.pack,
    DASHBOARD,
    SEARCH,
    kinds.notifications.pack,
    kinds.definitions.pack,
    kinds.collectors.pack,
    kinds.configurations.pack,
  ]
  /** Those that exist as objects of the system. */
  const listed = all.filter((type) => type !== undefined)
  const oldDashboards = oldDashboardEntity(DASHBOARD)
  return {
    listed,
    find({ name, version }: ModelType) {
      if (name === 'dashboard' && version === '1') return oldDashboards
      return listed.find(({ type }) => type.name === name && type.version === version)
    },
    /** The type of this name, in the version that exists as objects. */
    named: (name: string) => listed.find(({ type }) => type.name === name),
  }
}

/** Read as a dashboard of today. There is none to export. */
const oldDashboardEntity = (dashboard: AnyEntityType): AnyEntityType => ({
  ...dashboard,
  codec: {
    ...dashboard.codec,
    read: (data, reading) => convertDashboard(oldDashboardCodec.read(data, reading)),
  },
})
