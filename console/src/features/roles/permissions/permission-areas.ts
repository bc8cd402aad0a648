/** The permissions of the server by areas of the console, in the words of its navigation. */
import type { PermissionGroup } from './permission-selection.ts'

export const AREAS = [
  { name: 'search', groups: ['searches', 'messages', 'fieldnames', 'messagecount', 'sources', 'decorators'] },
  { name: 'views', groups: ['dashboards', 'view', 'default-view'] },
  { name: 'streams', groups: ['streams', 'stream_outputs'] },
  { name: 'alerts', groups: ['eventdefinitions', 'eventnotifications'] },
  { name: 'inputs', groups: ['inputs'] },
  { name: 'pipelines', groups: ['pipeline', 'pipeline_connection', 'pipeline_rule'] },
  { name: 'lookupTables', groups: ['lookuptables'] },
  { name: 'outputs', groups: ['outputs'] },
  {
    name: 'sidecars',
    groups: ['sidecars', 'sidecar_collectors', 'sidecar_collector_configurations'],
  },
  { name: 'contentPacks', groups: ['contentpack', 'catalog'] },
  { name: 'indexSets', groups: ['indexsets', 'indices', 'indexranges', 'deflector'] },
  { name: 'users', groups: ['users', 'roles', 'grantsoverview'] },
  {
    name: 'authentication',
    groups: ['authservicebackend', 'authserviceglobalconfig', 'authservicetestbackend', 'authhttpheaderconfig'],
  },
  { name: 'auditLog', groups: ['auditentries'] },
  {
    name: 'system',
    groups: [
      'system',
      'systemmessages',
      'notifications',
      'throughput',
      'metrics',
      'jvmstats',
      'journal',
      'buffers',
      'indexercluster',
      'loggers',
      'loggersmessages',
      'systemjobs',
      'clusterconfigentry',
      'urlwhitelist',
      'processing',
      'processbuffer',
      'threads',
      'lbstatus',
      'node',
      'supportbundle',
      'licenseinfos',
      'freelicenses',
    ],
  },
] as const satisfies readonly { readonly name: string; readonly groups: readonly string[] }[]
type AreaName = (typeof AREAS)[number]['name']

export const LEVELS = ['none', 'view', 'edit'] as const
/** `some`: neither of the levels, chosen as single permissions. */
export type Level = (typeof LEVELS)[number] | 'some'

export interface PermissionArea {
  readonly name: AreaName
  readonly view: readonly string[]
  /** All permissions of the area. */
  readonly edit: readonly string[]
}

/** Actions that change nothing. */
const VIEWING = new Set(['read', 'readall', 'readhistory', 'allkeys', 'list', 'resolve', 'failures', 'readsubsystem'])
/** Searching needs all of these, though their actions have other names. */
const VIEWING_GROUPS = new Set(['searches'])

export function areasOf(groups: readonly PermissionGroup[]): readonly PermissionArea[] {
  const byName = new Map(groups.map((group) => [group.name, group.permissions]))
  return AREAS.map(({ name, groups: names }) => {
    const edit = names.flatMap((group) => byName.get(group) ?? [])
    const view = edit.filter((permission) => {
      const [group = '', action = ''] = permission.split(':')
      return VIEWING.has(action) || VIEWING_GROUPS.has(group)
    })
    return { name, view, edit }
  })
}

export function levelOf({ view, edit }: PermissionArea, isHeld: (permission: string) => boolean): Level {
  const held = edit.filter(isHeld)
  if (held.length === 0) return 'none'
  if (held.length === edit.length) return 'edit'
  return held.length === view.length && view.every(isHeld) ? 'view' : 'some'
}
