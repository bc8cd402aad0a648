import { getClusterConfig } from '@logyard/contract/cluster-config/cluster-config'
import { EVENTS_CONFIG_DEFAULTS, EVENTS_CONFIG_KEY } from '@logyard/contract/events/events-config'
import { useQuery } from '@tanstack/react-query'
import { useCall } from '../../../base/services/services.tsx'
import { useMay } from '../../../base/session/current-user.tsx'
import { configDocumentQuery } from '../../../cluster-config/config-document-query.ts'

/** How many messages a notification has with it, unless its definition says otherwise. */
export function useDefaultBacklog(): number {
  const mayRead = useMay()(getClusterConfig)
  const { data } = useQuery({ ...configDocumentQuery(useCall(), EVENTS_CONFIG_KEY), enabled: mayRead })
  const size = data?.['events_notification_default_backlog']
  return typeof size === 'number' ? size : EVENTS_CONFIG_DEFAULTS.events_notification_default_backlog
}
