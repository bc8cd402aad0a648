import { NOTIFICATION_TYPES, type Notification, type NotificationType } from '@logyard/contract/notices/notifications'
import { useCallback } from 'react'
import { useText } from '../../base/text/text.tsx'

const isKnown = (type: string): type is NotificationType => NOTIFICATION_TYPES.some((known) => known === type)

/** Shows a dash for a detail that the server did not send. */
const DETAILS = [
  'title',
  'description',
  'hostname',
  'max_file_descriptors',
  'input_id',
  'input_title',
  'reason',
  'current_version',
  'initial_version',
  'exception',
  'stream_title',
  'fault_count',
  'gc_name',
  'gc_duration_ms',
  'gc_threshold_ms',
  'journal_utilization_percentage',
  'outputId',
  'outputTitle',
  'streamTitle',
  'faultCount',
  'faultPenaltySeconds',
  'errorMessage',
  'index_sets',
  'nodes',
  'auth_service_id',
]

/** The title and text of a system notification. */
export function useNotificationText() {
  const t = useText()
  return useCallback(
    ({ type, node_id, details }: Notification) => {
      if (!isKnown(type))
        return {
          title: t('overview.notification.unknown', { type }),
          description: t('overview.notification.unknown.text'),
        }
      const values = Object.fromEntries(DETAILS.map((name) => [name, String(details[name] ?? '-')]))
      return {
        title: t(`overview.notification.${type}`, { ...values, node: node_id }),
        description: t(`overview.notification.${type}.text`, { ...values, node: node_id }),
      }
    },
    [t],
  )
}
