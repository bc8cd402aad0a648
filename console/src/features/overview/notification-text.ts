import { NOTIFICATION_TYPES, type Notification, type NotificationType } from '@logyard/contract/notices/notifications'
import { useText } from '../../base/text/text.tsx'
import { plainReason } from '../../ingest/input-states.ts'
import type { Names } from './use-names.ts'

const isKnown = (type: string): type is NotificationType => NOTIFICATION_TYPES.some((known) => known === type)

/** Shows a dash for a detail that the server did not send. */
const DETAILS = [
  'title',
  'description',
  'hostname',
  'max_file_descriptors',
  'current_version',
  'difference_seconds',
  'initial_version',
  'rule_title',
  'exception',
  'extractor_title',
  'stream_title',
  'fault_count',
  'gc_name',
  'gc_duration_ms',
  'gc_threshold_ms',
  'journal_utilization_percentage',
  'outputTitle',
  'streamTitle',
  'faultCount',
  'faultPenaltySeconds',
  'errorMessage',
  'index_sets',
  'nodes',
  'skipped',
]

/** The title and text of a system notification, with names instead of ids. */
export function useNotificationText(names: Names) {
  const t = useText()
  return ({ type, node_id, details }: Notification) => {
    if (!isKnown(type))
      return {
        title: t('overview.notification.unknown', { type }),
        description: t('overview.notification.unknown.text'),
      }
    const values = Object.fromEntries(DETAILS.map((name) => [name, String(details[name] ?? '-')]))
    const input = names.inputs.get(String(details['input_id'])) ?? String(details['input_title'] ?? '')
    const node = names.nodes.get(node_id) ?? t('overview.notification.aNode')
    const reason = plainReason(String(details['reason'] ?? '-'))
    const named = { ...values, input, node, reason }
    return {
      title: t(`overview.notification.${type}`, named),
      description: t(`overview.notification.${type}.text`, named),
    }
  }
}
