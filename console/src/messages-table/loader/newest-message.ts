import { searchRelative } from '@logyard/contract/search/universal-search'
import type { Call } from '../../api/api-client.ts'
import type { LoadedMessage } from './loaded-message.ts'

const HOUR_S = 3600
const ALL_TIME_S = 0

/** The newest message of an input: of the last hour, which is quick to search, else of all time. */
export async function newestMessage(
  call: Call,
  inputId: string,
  signal?: AbortSignal,
): Promise<LoadedMessage | undefined> {
  for (const range of [HOUR_S, ALL_TIME_S]) {
    const query = {
      query: `gl2_source_input:${inputId} OR gl2_source_radio_input:${inputId}`,
      range,
      limit: 1,
      decorate: false,
    }
    const { messages } = await call(searchRelative, { query, ...(signal === undefined ? {} : { signal }) })
    const [hit] = messages
    if (hit !== undefined) {
      const { _id: id, ...fields } = hit.message
      return { stored: { index: hit.index, id }, fields }
    }
  }
  return undefined
}
