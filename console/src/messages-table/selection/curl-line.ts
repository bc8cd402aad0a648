import { curlPost } from '../../api/curl-post.ts'
import type { SearchedMessages } from '../../view-document/actions/search-actions.ts'

/** A search as a line for a shell, which asks the API for the same messages. */
export const curlLine = (
  apiUrl: string,
  { query, streams, timerange }: SearchedMessages,
  fields: readonly string[],
  size: number,
): string => curlPost(`${apiUrl}search/messages`, { query, streams, timerange, fields, size })
