import { useQuery } from '@tanstack/react-query'
import { useCall } from '../../base/services/services.tsx'
import { readableStreamsQuery } from '../../query/stream-picker/readable-streams-query.ts'

/** The title of a stream by its id; the id itself if the stream is gone. */
export function useStreamTitles(): (streamId: string) => string {
  const streams = useQuery(readableStreamsQuery(useCall())).data ?? []
  const titles = new Map(streams.map(({ id, title }) => [id, title]))
  return (streamId) => titles.get(streamId) ?? streamId
}
