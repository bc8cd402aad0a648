import { updateClusterConfig } from '@logyard/contract/cluster-config/cluster-config'
import { useMay } from '../../base/session/current-user.tsx'

/** The server requires both permissions to store a configuration document. */
export function useCanEditDocuments(): boolean {
  const may = useMay()
  return may(updateClusterConfig)
}
