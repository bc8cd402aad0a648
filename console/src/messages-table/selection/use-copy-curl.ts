import type { MessageHit } from '@logyard/contract/search/search-results'
import { useServices } from '../../base/services/services.tsx'
import type { SearchedMessages } from '../../view-document/actions/search-actions.ts'
import { useCopy } from '../details/use-copy.ts'
import { curlLine } from './curl-line.ts'
import { tickedTerm } from './ticked-messages.ts'

/** Copies a line for a shell that asks for the messages of a search. */
export function useCopyCurl() {
  const copy = useCopy()
  const { config } = useServices()
  return (searched: SearchedMessages, fields: readonly string[], size: number) =>
    copy(curlLine(new URL(config.apiUrl, window.location.href).href, searched, fields, size))
}

/** The same for exactly these messages. */
export function useCopyCurlOfMessages() {
  const copyCurl = useCopyCurl()
  return (hits: readonly MessageHit[], streams: readonly string[], fields: readonly string[]) => {
    const times = hits.map(({ message }) => message.timestamp).toSorted()
    const timerange = { type: 'absolute', from: times[0] ?? '', to: times.at(-1) ?? '' } as const
    copyCurl({ query: tickedTerm(hits), streams, timerange }, fields, hits.length)
  }
}
