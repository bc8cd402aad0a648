import { getClusterConfig } from '@logyard/contract/cluster-config/cluster-config'
import { TOKEN_SETTINGS_KEY } from '@logyard/contract/identity/token-settings'
import { useQuery } from '@tanstack/react-query'
import { useCall } from '../../../base/services/services.tsx'
import { useMay } from '../../../base/session/current-user.tsx'
import { configDocumentQuery } from '../../../cluster/config-document-query.ts'

/** Of new tokens; null if there is no limit, or if the user may not read it. */
export function useLongestLifetime(): number | null {
  const settings = useQuery({
    ...configDocumentQuery(useCall(), TOKEN_SETTINGS_KEY),
    enabled: useMay()(getClusterConfig),
  })
  const longestMs = settings.data?.['longest_lifetime_ms']
  return typeof longestMs === 'number' ? longestMs : null
}
