/** The entries of the rail, in order. An entry is shown if its route is built and the user may open it. */
import {
  IconActivityHeartbeat,
  IconArrowFork,
  IconBell,
  IconBinaryTree2,
  IconBook2,
  IconCertificate,
  IconDatabase,
  IconFileText,
  IconHistory,
  IconInbox,
  IconKey,
  IconLayoutDashboard,
  IconPackage,
  IconRegex,
  IconSearch,
  IconSend,
  IconServer2,
  IconSettings,
  IconShieldCheck,
  IconStack2,
  IconUsers,
  IconWorldUpload,
  type TablerIcon,
} from '@tabler/icons-react'
import type { RouteSpec } from '../../base/routes/route.ts'
import { routes } from '../../base/routes/routes.ts'
import type { MessageId } from '../../base/text/catalogues.ts'

export interface NavigationItem {
  readonly route: RouteSpec
  readonly link: string
  readonly label: MessageId
  readonly icon: TablerIcon
  /** The user needs all of them. */
  readonly permissions: readonly string[]
  /** Paths below these also belong to the entry. */
  readonly prefixes: readonly string[]
}
export interface NavigationGroup {
  readonly label: MessageId
  readonly items: readonly NavigationItem[]
}

interface ItemOptions {
  readonly permissions?: readonly string[]
  readonly prefixes?: readonly string[]
}
function item(
  target: RouteSpec & (() => string),
  label: MessageId,
  icon: TablerIcon,
  options: ItemOptions = {},
): NavigationItem {
  const { permissions = [], prefixes = [] } = options
  return { route: target, link: target(), label, icon, permissions, prefixes: [target.path, ...prefixes] }
}

export const mainItems: readonly NavigationItem[] = [
  item(routes.search, 'shell.search', IconSearch, { prefixes: ['/views', '/extendedsearch', '/messages'] }),
  item(routes.streams, 'shell.streams', IconStack2),
  item(routes.alerts.list, 'shell.alerts', IconBell, { prefixes: ['/legacy/alerts'] }),
  item(routes.dashboards, 'shell.dashboards', IconLayoutDashboard),
  item(routes.enterprise, 'shell.enterprise', IconCertificate, { permissions: ['licenseinfos:read'] }),
]

export const systemGroups: readonly NavigationGroup[] = [
  {
    label: 'shell.group.cluster',
    items: [
      item(routes.overview, 'shell.overview', IconActivityHeartbeat),
      item(routes.nodes, 'shell.nodes', IconServer2, {
        prefixes: ['/system/metrics', '/system/threaddump', '/system/processbufferdump'],
      }),
      item(routes.logging, 'shell.logging', IconFileText, { permissions: ['loggers:read'] }),
      item(routes.configurations, 'shell.configurations', IconSettings, { permissions: ['clusterconfigentry:read'] }),
    ],
  },
  {
    label: 'shell.group.data',
    items: [
      item(routes.inputs.list, 'shell.inputs', IconInbox, { permissions: ['inputs:read'] }),
      item(routes.outputs, 'shell.outputs', IconSend, { permissions: ['outputs:read'] }),
      item(routes.indices.list, 'shell.indices', IconDatabase, {
        permissions: ['indices:read'],
        prefixes: ['/system/index_sets'],
      }),
      item(routes.sidecars.list, 'shell.sidecars', IconWorldUpload, { permissions: ['inputs:edit'] }),
    ],
  },
  {
    label: 'shell.group.processing',
    items: [
      item(routes.pipelines.list, 'shell.pipelines', IconArrowFork, { permissions: ['inputs:create'] }),
      item(routes.lookup.tables, 'shell.lookupTables', IconBook2, { permissions: ['inputs:edit'] }),
      item(routes.grokPatterns, 'shell.grokPatterns', IconRegex, { permissions: ['inputs:read'] }),
      item(routes.contentPacks.list, 'shell.contentPacks', IconPackage, {
        permissions: ['dashboards:create', 'inputs:create', 'streams:create'],
      }),
    ],
  },
  {
    label: 'shell.group.access',
    items: [
      item(routes.users.list, 'shell.users', IconUsers, { permissions: ['users:list'] }),
      item(routes.roles.list, 'shell.roles', IconShieldCheck, { permissions: ['roles:read'] }),
      item(routes.authentication.active, 'shell.authentication', IconKey, {
        permissions: ['authservicebackend:read'],
        prefixes: ['/system/authentication'],
      }),
      item(routes.auditLog, 'shell.auditLog', IconHistory, { permissions: ['auditentries:read'] }),
    ],
  },
]

/** The entry that a path belongs to: the one with the longest matching prefix. */
export function isWithin(entry: NavigationItem, pathname: string): boolean {
  return entry.prefixes.some((prefix) => pathname === prefix || pathname.startsWith(`${prefix}/`))
}

export const pluginIcon: TablerIcon = IconBinaryTree2
