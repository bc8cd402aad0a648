/** A search as a line for a shell, which asks the API for the same messages. */
import type { SearchedMessages } from '../../view-document/actions/search-actions.ts'

const quoted = (text: string) => `'${text.replaceAll("'", "'\\''")}'`

export function curlLine(
  apiUrl: string,
  { query, streams, timerange }: SearchedMessages,
  fields: readonly string[],
  size: number,
): string {
  const body = { query, streams, timerange, fields, size }
  return [
    'curl -u "$TOKEN:token"',
    ...['X-Requested-By: curl', 'Content-Type: application/json', 'Accept: application/json'].map(
      (header) => `-H ${quoted(header)}`,
    ),
    `-d ${quoted(JSON.stringify(body))}`,
    quoted(`${apiUrl}search/messages`),
  ].join(' ')
}
