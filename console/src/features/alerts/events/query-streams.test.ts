import { expect, test } from 'vitest'
import { streamsOfQuery, withStreams } from './query-streams.ts'

test.each([
  { query: '', streams: ['a1'], is: 'source_streams:a1' },
  { query: 'source_streams:a1', streams: ['a1', 'b2'], is: 'source_streams:(a1 OR b2)' },
  { query: 'source_streams:(a1 OR b2)', streams: [], is: '' },
  { query: 'priority:3', streams: ['a1'], is: 'priority:3 AND source_streams:a1' },
  { query: 'disk full', streams: ['a1'], is: '(disk full) AND source_streams:a1' },
  { query: '(disk full) AND source_streams:a1', streams: ['b2'], is: '(disk full) AND source_streams:b2' },
  { query: '(disk full) AND source_streams:a1', streams: [], is: 'disk full' },
  { query: 'source_streams:a1 AND key:x', streams: [], is: 'key:x' },
])('"$query" with the streams $streams is "$is", and names them', ({ query, streams, is }) => {
  const changed = withStreams(query, streams)
  expect(changed).toBe(is)
  expect(streamsOfQuery(changed)).toEqual(streams)
})
