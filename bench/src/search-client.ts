import { ADMIN_PASSWORD } from '@logyard/server/testing/server-process'
import { operationUrl } from '../../contract/src/http/operation-url.ts'
import type { SearchTarget } from './search-data.ts'
import type { SearchQuestion } from './search-queries.ts'

type ApiQuestion = Pick<SearchQuestion, 'operation' | 'params' | 'body'>

/** Sends requests over persistent connections, like a browser. */
export function createSearchClient({ server, store }: SearchTarget) {
  const headers = {
    authorization: `Basic ${Buffer.from(`admin:${ADMIN_PASSWORD}`).toString('base64')}`,
    'content-type': 'application/json',
    'x-requested-by': 'bench',
  }
  async function raw({ operation, params, body }: ApiQuestion, accept: string): Promise<Response> {
    const url = operationUrl(`${server.url}api/`, operation, params, undefined)
    const response = await fetch(url, {
      method: operation.method,
      headers: { ...headers, accept },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    if (!response.ok) throw new Error(`${url} was answered with ${response.status}: ${await response.text()}`)
    return response
  }
  return {
    raw,
    /** Milliseconds until the last byte of the response. */
    async api(question: ApiQuestion) {
      const startedAtMs = performance.now()
      const text = await (await raw(question, 'application/json')).text()
      const tookMs = performance.now() - startedAtMs
      if (text.includes('"completed_exceptionally":true')) throw new Error(`a question failed: ${text.slice(0, 500)}`)
      return tookMs
    },
    async hand({ sql }: Pick<SearchQuestion, 'sql'>) {
      const startedAtMs = performance.now()
      await Promise.all(
        sql.map(async (query) => await (await store.query({ query, format: 'JSONCompactEachRow' })).text()),
      )
      return performance.now() - startedAtMs
    },
  }
}
