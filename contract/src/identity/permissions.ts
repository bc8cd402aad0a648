/** Permission strings `group:action[:instance]`: the catalogue, and the rules by which one implies another. */
import { Type } from 'typebox'
import { inArea, publicAccess } from '../http/operation.ts'

const crud = ['create', 'delete', 'edit', 'read'] as const

/** Every permission that can be granted, by group. */
export const PERMISSION_CATALOGUE: Readonly<Record<string, readonly string[]>> = {
  auditentries: ['configure', 'export', 'read'],
  authhttpheaderconfig: ['edit', 'read'],
  authservicebackend: crud,
  authserviceglobalconfig: ['edit', 'read'],
  authservicetestbackend: ['execute'],
  buffers: ['read'],
  catalog: ['list', 'resolve'],
  clusterconfigentry: crud,
  contentpack: ['create', 'delete', 'read'],
  dashboards: ['create', 'edit', 'read'],
  decorators: ['create', 'edit', 'read'],
  'default-view': ['set'],
  deflector: ['cycle', 'read'],
  eventdefinitions: ['create', 'delete', 'edit', 'execute', 'read'],
  eventnotifications: crud,
  fieldnames: ['read'],
  freelicenses: ['create'],
  grantsoverview: ['read'],
  indexercluster: ['read'],
  indexranges: ['read', 'rebuild'],
  indexsets: crud,
  indices: ['changestate', 'delete', 'failures', 'read'],
  inputs: ['changestate', 'create', 'edit', 'read', 'terminate'],
  journal: ['edit', 'read'],
  jvmstats: ['read'],
  lbstatus: ['change'],
  licenseinfos: ['read'],
  loggers: ['edit', 'editsubsystem', 'read', 'readsubsystem'],
  loggersmessages: ['read'],
  lookuptables: crud,
  messagecount: ['read'],
  messages: ['analyze', 'read'],
  metrics: ['allkeys', 'read', 'readall', 'readhistory'],
  node: ['shutdown'],
  notifications: ['delete', 'read'],
  outputs: ['create', 'edit', 'read', 'terminate'],
  pipeline: crud,
  pipeline_connection: ['edit', 'read'],
  pipeline_rule: crud,
  processbuffer: ['dump'],
  processing: ['changestate'],
  roles: crud,
  searches: ['absolute', 'keyword', 'relative'],
  sidecar_collector_configurations: ['create', 'delete', 'read', 'update'],
  sidecar_collectors: ['create', 'delete', 'read', 'update'],
  sidecars: ['create', 'delete', 'read', 'update'],
  sources: ['read'],
  stream_outputs: ['create', 'delete', 'read'],
  streams: ['changestate', 'create', 'edit', 'read'],
  system: ['read'],
  supportbundle: ['create'],
  systemjobs: ['create', 'delete', 'read'],
  systemmessages: ['read'],
  threads: ['dump'],
  throughput: ['read'],
  urlwhitelist: ['read', 'write'],
  users: [
    'create',
    'edit',
    'list',
    'passwordchange',
    'permissionsedit',
    'read',
    'rolesedit',
    'tokencreate',
    'tokenlist',
    'tokenremove',
  ],
  view: ['delete', 'edit', 'read'],
}

/** The permissions of every account, except service accounts, on itself. */
export function selfPermissions(username: string): string[] {
  return ['edit', 'passwordchange', 'tokencreate', 'tokenlist', 'tokenremove'].map(
    (action) => `users:${action}:${username}`,
  )
}

type Parts = readonly (readonly string[])[]

/** `entity:own:grn::::stream:1` names one entity and has no parts: only the same string or `*` implies it. */
const namesEntity = (permission: string) => /^[^:]+:[^:]+:grn:/.test(permission)
const partsOf = (permission: string): Parts => permission.split(':').map((part) => part.split(','))

function partsImply(held: Parts, required: Parts): boolean {
  if (held.length > required.length) return false
  return held.every((alternatives, index) => {
    const wanted = required[index] ?? []
    return alternatives.includes('*') || wanted.every((one) => alternatives.includes(one))
  })
}

/** The server's rule: part by part, ignoring case; fewer parts imply all longer ones; `*` and `a,b` within a part. */
export function implies(held: string, required: string): boolean {
  const [have, want] = [held.toLowerCase(), required.toLowerCase()]
  if (have === '*' || have === want) return true
  if (namesEntity(have) || namesEntity(want)) return false
  return partsImply(partsOf(have), partsOf(want))
}

export interface PermissionSet {
  holds(required: string): boolean
}

/** `implies` over a whole list. Plain permissions are looked up; only those with `*` or `,` are compared one by one. */
export function compilePermissions(permissions: Iterable<string>): PermissionSet {
  const plain = new Set<string>()
  const patterns: Parts[] = []
  for (const permission of permissions) {
    const lower = permission.toLowerCase()
    if (lower === '*') return { holds: () => true }
    plain.add(lower)
    if (/[*,]/.test(lower) && !namesEntity(lower)) patterns.push(partsOf(lower))
  }
  const prefixHeld = (required: string) => {
    for (let end = required.indexOf(':'); end !== -1; end = required.indexOf(':', end + 1))
      if (plain.has(required.slice(0, end))) return true
    return false
  }
  return {
    holds(required) {
      const want = required.toLowerCase()
      if (plain.has(want)) return true
      if (namesEntity(want)) return false
      if (prefixHeld(want)) return true
      if (patterns.length === 0) return false
      const parts = partsOf(want)
      return patterns.some((pattern) => partsImply(pattern, parts))
    },
  }
}

/** The console's rule for hiding actions that the server would refuse: exact strings, their parents, and `*`. */
export function compileConsolePermissions(permissions: Iterable<string>): PermissionSet {
  const held = new Set(Array.from(permissions, (permission) => permission.toLowerCase()))
  return {
    holds(required) {
      const want = required.toLowerCase()
      if (held.has('*') || held.has(want)) return true
      if (namesEntity(want)) return false
      const [group, action] = want.split(':')
      const grants = [
        group,
        `${group}:*`,
        ...(action === undefined ? [] : [`${group}:${action}`, `${group}:${action}:*`]),
      ]
      return grants.some((grant) => grant !== undefined && held.has(grant))
    },
  }
}

export const PermissionCatalogue = Type.Object(
  { permissions: Type.Record(Type.String(), Type.Array(Type.String())) },
  { title: 'PermissionCatalogue' },
)

export const PermissionList = Type.Object({ permissions: Type.Array(Type.String()) }, { title: 'PermissionList' })

const { get } = inArea('identity')

export const listPermissions = get('/system/permissions', {
  id: 'permissions.list',
  summary: 'Every permission that can be granted, by group',
  access: publicAccess,
  answers: { 200: PermissionCatalogue },
})

export const readerPermissions = get('/system/permissions/reader/{username}', {
  id: 'permissions.reader',
  summary: 'The permissions of a user on its own account',
  access: publicAccess,
  answers: { 200: PermissionList },
})
