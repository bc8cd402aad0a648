import { useQuery } from '@tanstack/react-query'
import { useCall } from '../../base/services/services.tsx'
import { readableStreamsQuery } from '../../query/stream-picker/readable-streams-query.ts'

/** The title of a stream by its id; the id itself if the stream is gone, nothing while titles are loaded. */
export function useStreamTitles(): (streamId: string) => string {
  const { data = [], isPending } = useQuery(readableStreamsQuery(useCall()))
  const titles = new Map(data.map(({ id, title }) => [id, title]))
  return (streamId) => titles.get(streamId) ?? (isPending ? '' : streamId)
}
