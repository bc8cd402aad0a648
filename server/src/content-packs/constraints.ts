/** Whether this server meets the constraints of entities. */
import type { ConstraintCheckResult } from '@logyard/contract/content-packs/content-packs'
import type { Constraint, PackEntity } from '@logyard/contract/content-packs/model-types'
import { satisfies } from 'semver'
import { API_VERSION } from '../machine/version.ts'

/** The three numbers, without the rest. */
export const CURRENT_SERVER = /^\d+\.\d+\.\d+/.exec(API_VERSION)?.[0] ?? API_VERSION

/** Plugins of the reference server whose function is part of Logyard. */
const BUILT_IN_PLUGINS: ReadonlySet<string> = new Set([
  'server',
  'org.graylog.plugins.beats.BeatsInputPlugin',
  'org.graylog.plugins.cef.CEFInputPlugin',
  'org.graylog.plugins.collector.CollectorPlugin',
  'org.graylog.plugins.map.MapWidgetPlugin',
  'org.graylog.plugins.netflow.NetFlowPlugin',
  'org.graylog.plugins.pipelineprocessor.ProcessorPlugin',
  'org.graylog.plugins.sidecar.SidecarPlugin',
  'org.graylog.plugins.threatintel.ThreatIntelPlugin',
  'org.graylog.plugins.views.ViewsPlugin',
])

export const isMet = ({ type, plugin = 'server', version }: Constraint): boolean =>
  (type === 'server-version' || BUILT_IN_PLUGINS.has(plugin)) &&
  // Build parts such as `+e223f85` mean nothing in a range.
  satisfies(CURRENT_SERVER, version.replaceAll(/\+[\w.-]+/g, ''), { loose: true })

/** The union over the entities. */
export function checkConstraints(entities: readonly PackEntity[]): ConstraintCheckResult[] {
  const constraints = new Map(
    entities.flatMap((entity) => entity.constraints ?? []).map((constraint) => [describe(constraint), constraint]),
  )
  return Array.from(constraints.values(), (constraint) => ({ constraint, fulfilled: isMet(constraint) }))
}

export const describe = ({ type, plugin, version }: Constraint): string =>
  `${type}${plugin === undefined ? '' : ` ${plugin}`} ${version}`
