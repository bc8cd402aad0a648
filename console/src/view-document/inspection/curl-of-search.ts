/** A search as lines for a shell. Values of parameters and overrides are part of an execution only, so it is stored first. */
import type { InspectionRequest } from '@logyard/contract/search/search-inspection'
import { randomIds } from '../model/random-ids.ts'

const quoted = (text: string) => `'${text.replaceAll("'", "'\\''")}'`

export function curlOfSearch(apiUrl: string, { search, execution_state }: InspectionRequest): string {
  const line = (path: string, body: object) =>
    [
      'curl -u "$TOKEN:token"',
      ...['X-Requested-By: curl', 'Content-Type: application/json', 'Accept: application/json'].map(
        (header) => `-H ${quoted(header)}`,
      ),
      `-d ${quoted(JSON.stringify(body))}`,
      quoted(`${apiUrl}${path}`),
    ].join(' ')
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
