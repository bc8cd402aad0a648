/** The entries of the rail, in order. An entry is shown if the user may open it. */
import { seesLoggers } from '@logyard/contract/identity/rights'
import {
  IconActivityHeartbeat,
  IconArrowFork,
  IconBell,
  IconBinaryTree2,
  IconBook2,
  IconDatabase,
  IconFileText,
  IconHistory,
  IconHourglass,
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
  IconTemplate,
  IconUsers,
  IconWorldUpload,
  type TablerIcon,
} from '@tabler/icons-react'
import type { RouteSpec } from '../../base/routes/route.ts'
import { routes } from '../../base/routes/routes.ts'
import { type Needs, permissionsNeeded } from '../../base/session/needs.ts'
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
  readonly needs?: Needs
  readonly prefixes?: readonly string[]
}
function item(
  target: RouteSpec & (() => string),
  label: MessageId,
  icon: TablerIcon,
  options: ItemOptions = {},
): NavigationItem {
  const { needs = [], prefixes = [] } = options
  const permissions = permissionsNeeded(needs)
  return { route: target, link: target(), label, icon, permissions, prefixes: [target.path, ...prefixes] }
}

export const mainItems: readonly NavigationItem[] = [
  item(routes.search, 'shell.search', IconSearch, { prefixes: ['/views', '/extendedsearch', '/messages'] }),
  item(routes.streams, 'shell.streams', IconStack2),
  item(routes.alerts.list, 'shell.alerts', IconBell, { prefixes: ['/legacy/alerts'] }),
  item(routes.dashboards, 'shell.dashboards', IconLayoutDashboard),
]

export const groups: readonly NavigationGroup[] = [
  {
    label: 'shell.group.data',
    items: [
      item(routes.inputs.list, 'shell.inputs', IconInbox, {
        needs: ['input_states.list'],
        prefixes: ['/system/diagnosis'],
      }),
      item(routes.outputs, 'shell.outputs', IconSend, { needs: ['outputs.list'] }),
      item(routes.indices.list, 'shell.indices', IconDatabase, {
        needs: ['indices.get'],
        prefixes: ['/system/index_sets'],
      }),
      item(routes.sidecars.list, 'shell.sidecars', IconWorldUpload, { needs: ['sidecars.list'] }),
    ],
  },
  {
    label: 'shell.group.processing',
    items: [
      item(routes.pipelines.list, 'shell.pipelines', IconArrowFork, { needs: ['pipelines.get'] }),
      item(routes.lookup.tables, 'shell.lookupTables', IconBook2, { needs: ['lookup_tables.list'] }),
      item(routes.grokPatterns, 'shell.grokPatterns', IconRegex, { needs: ['grok.paginated'] }),
      item(routes.patternFields, 'shell.patternFields', IconTemplate),
      item(routes.contentPacks.list, 'shell.contentPacks', IconPackage, { needs: ['content_packs.latest'] }),
    ],
  },
  {
    label: 'shell.group.access',
    items: [
      item(routes.users.list, 'shell.users', IconUsers, { needs: ['users.paginated'] }),
      item(routes.roles.list, 'shell.roles', IconShieldCheck, { needs: ['authz_roles.list'] }),
      item(routes.authentication.active, 'shell.authentication', IconKey, {
        needs: ['auth_backends.get'],
        prefixes: ['/system/authentication'],
      }),
    ],
  },
  {
    label: 'shell.system',
    items: [
      item(routes.overview, 'shell.overview', IconActivityHeartbeat),
      item(routes.nodes, 'shell.nodes', IconServer2, {
        prefixes: ['/system/metrics', '/system/threaddump', '/system/processbufferdump'],
      }),
      item(routes.runningSearches, 'shell.runningSearches', IconHourglass),
      item(routes.logging, 'shell.logging', IconFileText, { needs: [seesLoggers] }),
      item(routes.configurations, 'shell.configurations', IconSettings, { needs: ['cluster_config.get'] }),
      item(routes.auditLog, 'shell.auditLog', IconHistory, { needs: ['logyard.audit.list'] }),
    ],
  },
]

/** The entry that a path belongs to: the one with the longest matching prefix. */
export function isWithin(entry: NavigationItem, pathname: string): boolean {
  return entry.prefixes.some((prefix) => pathname === prefix || pathname.startsWith(`${prefix}/`))
}

export const pluginIcon: TablerIcon = IconBinaryTree2
