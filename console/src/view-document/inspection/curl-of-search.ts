/** A search as lines for a shell. Values of parameters and overrides are part of an execution only, so it is stored first. */
import type { InspectionRequest } from '@logyard/contract/search/search-inspection'
import { curlPost } from '../../api/curl-post.ts'
import { randomIds } from '../model/random-ids.ts'

export function curlOfSearch(apiUrl: string, { search, execution_state }: InspectionRequest): string {
  const line = (path: string, body: object) => curlPost(`${apiUrl}${path}`, body)
  if (!hasState(execution_state)) return line('views/search/sync', search)
  const id = randomIds.objectId()
  return [line('views/search', { ...search, id }), line(`views/search/${id}/execute`, execution_state ?? {})].join(
    ' &&\n',
  )
}

/** Whether the execution has values or overrides of its own. */
function hasState(state: InspectionRequest['execution_state']): boolean {
  return Object.values(state ?? {}).some((part: unknown) =>
    typeof part === 'object' && part !== null ? Object.keys(part).length > 0 : part !== undefined && part !== null,
  )
}
