/** The page where the cause of a notification can be removed. */
import { NOTICE_PAGES, type Notification } from '@logyard/contract/notices/notifications'
import { routes } from '../../base/routes/routes.ts'
import type { MessageId } from '../../base/text/catalogues.ts'
import type { Names } from './use-names.ts'

export interface Remedy {
  readonly label: MessageId
  readonly to: string
}

export function remedyOf({ type, node_id, details }: Notification, names: Names): Remedy | undefined {
  switch (type) {
    case 'no_input_running':
      return { label: 'overview.remedy.startInput', to: routes.inputs.list() }
    case 'input_failed_to_start':
    case 'input_failure_shutdown': {
      const title = names.inputs.get(String(details['input_id'])) ?? ''
      return { label: 'overview.remedy.showInput', to: routes.inputs.list({ query: literal(title) }) }
    }
    case 'extractor_processing_disabled':
      return {
        label: 'overview.remedy.showExtractors',
        to: routes.inputs.globalExtractors(String(details['input_id'])),
      }
    case 'rule_processing_disabled':
      return { label: 'overview.remedy.showRule', to: routes.pipelines.rule(String(details['rule_id'])) }
    case 'stream_processing_disabled':
      return { label: 'overview.remedy.showStreams', to: routes.streams() }
    case 'output_disabled':
    case 'output_failing':
      return { label: 'overview.remedy.showOutputs', to: routes.outputs() }
    case 'event_notifications_dropped':
      return { label: 'overview.remedy.showNotifications', to: routes.alerts.notifications() }
    case 'generic':
      return remedyOnPage(details['page'], node_id, names)
    case 'multi_master':
    case 'no_master':
    case 'node_clock_differs':
    case 'node_died':
      return { label: 'overview.remedy.showNodes', to: routes.nodes() }
    case 'legacy_ldap_config_migration': {
      const id = details['auth_service_id']
      return typeof id === 'string'
        ? { label: 'overview.remedy.showService', to: routes.authentication.show(id) }
        : undefined
    }
    case 'cold_storage_failing':
    case 'index_ranges_recalculation':
    case 'deflector_exists_as_index':
    case 'es_node_disk_watermark_low':
    case 'es_node_disk_watermark_high':
    case 'es_node_disk_watermark_flood_stage':
      return { label: 'overview.remedy.showIndices', to: routes.indices.list() }
    case 'es_cluster_red':
    case 'es_unavailable':
    case 'es_open_files':
    case 'es_version_mismatch':
    case 'check_server_clocks':
    case 'clock_jumped':
    case 'gc_too_long':
    case 'server_restarted':
    case 'journal_utilization_too_high':
    case 'journal_uncommitted_messages_deleted':
      return showNode(node_id, names)
    case 'email_transport_configuration_invalid':
    case 'email_transport_failed':
      return { label: 'overview.remedy.showMail', to: routes.configurations({ section: 'mail' }) }
    default:
      return undefined
  }
}

const showNode = (nodeId: string, names: Names): Remedy | undefined =>
  names.nodes.has(nodeId) ? { label: 'overview.remedy.showNode', to: routes.node(nodeId) } : undefined

/** A generic notification names its page itself. */
function remedyOnPage(page: unknown, nodeId: string, names: Names): Remedy | undefined {
  switch (NOTICE_PAGES.find((known) => known === page)) {
    case 'event-notifications':
      return { label: 'overview.remedy.showNotifications', to: routes.alerts.notifications() }
    case 'indices':
      return { label: 'overview.remedy.showIndices', to: routes.indices.list() }
    case 'node':
      return showNode(nodeId, names)
    case 'url-whitelist':
      return { label: 'overview.remedy.showWhitelist', to: routes.configurations({ section: 'url-whitelist' }) }
    case undefined:
      return undefined
  }
}

/** The filter of the inputs is a regular expression. */
const literal = (title: string) => title.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
