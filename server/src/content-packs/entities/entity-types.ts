/** Every kind of entity that packs can carry. */
import type { ModelType } from '@logyard/contract/content-packs/model-types'
import type { AnyEntityType } from '../../entities/entity-type.ts'
import { eventDefinitionEntity, notificationEntity } from './event-entities.ts'
import { grokPatternEntity } from './grok-pattern-entity.ts'
import { type InputEntityDeps, inputEntity } from './input-entity.ts'
import { lookupAdapterEntity, lookupCacheEntity, lookupTableEntity } from './lookup-entities.ts'
import { oldDashboardEntity } from './old-dashboard/old-dashboard-entity.ts'
import { outputEntity } from './output-entity.ts'
import { pipelineEntity, pipelineRuleEntity } from './pipeline-entities.ts'
import { collectorConfigurationEntity, collectorEntity } from './sidecar-entities.ts'
import { type StreamEntityDeps, streamEntity } from './stream-entity.ts'
import { urlWhitelistEntity } from './url-whitelist-entity.ts'
import { dashboardEntity, searchEntity, type ViewEntityDeps } from './view-entities.ts'

export interface EntityTypesDeps
  extends Omit<StreamEntityDeps, 'definitions' | 'notifications'>,
    InputEntityDeps,
    ViewEntityDeps {
  readonly outputs: Parameters<typeof outputEntity>[0]
  readonly grok: Parameters<typeof grokPatternEntity>[0]
  readonly lookups: Parameters<typeof lookupTableEntity>[0] &
    Parameters<typeof lookupCacheEntity>[0] &
    Parameters<typeof lookupAdapterEntity>[0]
  readonly pipelines: Parameters<typeof pipelineEntity>[0]['pipelines'] & Parameters<typeof pipelineRuleEntity>[0]
  readonly definitions: Parameters<typeof eventDefinitionEntity>[0]
  readonly notifications: Parameters<typeof notificationEntity>[0]
  readonly collectors: Parameters<typeof collectorEntity>[0]
  readonly configurations: Parameters<typeof collectorConfigurationEntity>[0]
  readonly urlWhitelist: Parameters<typeof urlWhitelistEntity>[0]
}

export interface EntityTypes {
  /** Those that exist as objects of the system. */
  readonly listed: readonly AnyEntityType[]
  find(type: ModelType): AnyEntityType | undefined
  /** By name, of the version that exists as objects. */
  named(name: string): AnyEntityType | undefined
}

export function createEntityTypes(deps: EntityTypesDeps): EntityTypes {
  const dashboards = dashboardEntity(deps)
  const listed = [
    urlWhitelistEntity(deps.urlWhitelist),
    grokPatternEntity(deps.grok),
    lookupCacheEntity(deps.lookups),
    lookupAdapterEntity(deps.lookups),
    lookupTableEntity(deps.lookups),
    outputEntity(deps.outputs),
    streamEntity(deps),
    pipelineRuleEntity(deps.pipelines),
    pipelineEntity(deps),
    inputEntity(deps),
    dashboards,
    searchEntity(deps),
    notificationEntity(deps.notifications),
    eventDefinitionEntity(deps.definitions),
    collectorEntity(deps.collectors),
    collectorConfigurationEntity(deps.configurations),
  ]
  const oldDashboards = oldDashboardEntity(dashboards)
  return {
    listed,
    find({ name, version }) {
      if (name === 'dashboard' && version === '1') return oldDashboards
      return listed.find(({ type }) => type.name === name && type.version === version)
    },
    named: (name) => listed.find(({ type }) => type.name === name),
  }
}
