import type { MessageHit } from '@logyard/contract/search/search-results'

/** A message in a search result. */
export const aHit = (id: string, fields: Readonly<Record<string, unknown>> = {}): MessageHit => ({
  message: {
    _id: id,
    timestamp: '2026-03-01T09:00:00.000Z',
    streams: ['000000000000000000000001'],
    source: 'web-1',
    message: `text of ${id}`,
    ...fields,
  },
  index: 'graylog_0',
  highlight_ranges: {},
  decoration_stats: null,
})
