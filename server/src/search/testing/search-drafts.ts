/** Drafts of searches, as clients send them, and helpers to read their results. */
import type { QueryResult, SearchJob } from '@logyard/contract/search/search-jobs'
import type { MessageListResult } from '@logyard/contract/search/search-results'

const ALL = { type: 'relative', range: 0 }
export const text = (query_string: string) => ({ type: 'elasticsearch', query_string })
export const messages = (more: object = {}) => ({ id: 'm', type: 'messages', ...more })
export const query = (more: object = {}) => ({
  id: 'q',
  query: text(''),
  timerange: ALL,
  search_types: [messages()],
  ...more,
})
export const inStreams = (...ids: readonly string[]) => ({
  type: 'or',
  filters: ids.map((id) => ({ type: 'stream', id })),
})

export function resultOf(job: SearchJob, id = 'q'): QueryResult {
  const result = job.results[id]
  if (result === undefined) throw new Error(`there is no result of ${id}: ${JSON.stringify(job)}`)
  return result
}
export function listOf(job: SearchJob, id = 'm'): MessageListResult {
  const result = resultOf(job).search_types[id]
  if (result?.type !== 'messages') throw new Error(`there is no list ${id}: ${JSON.stringify(resultOf(job).errors)}`)
  return result
}
export const textsOf = (job: SearchJob, id = 'm') => listOf(job, id).messages.map(({ message }) => message.message)
