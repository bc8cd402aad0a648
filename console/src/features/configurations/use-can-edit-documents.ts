import { useMay } from '../../base/session/current-user.tsx'

/** The server requires both permissions to store a configuration document. */
export function useCanEditDocuments(): boolean {
  const may = useMay()
  return may('clusterconfigentry:edit') && may('clusterconfigentry:create')
}
