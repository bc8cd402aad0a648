import { once } from 'node:events'
import { request } from 'node:http'
import { sql } from '@logyard/languages/sql/sql'
import { LogyardError } from '../../platform/errors.ts'
import { unlessAborted } from '../../platform/unless-aborted.ts'
import type { EngineClient } from './sql-client.ts'

/** Whether the engine's HTTP interface answers. Threads of its own serve it, so no statement delays the response. */
export async function answersPing(port: number, timeoutMs: number): Promise<boolean> {
  const signal = AbortSignal.timeout(timeoutMs)
  try {
    const outgoing = request({ host: '127.0.0.1', port, path: '/ping', agent: false, signal }).end()
    const [answer] = await once(outgoing, 'response', { signal })
    answer.resume()
    return answer.statusCode === 200
  } catch {
    // Whatever the failure was, there was no answer.
    return false
  }
}

/** A cluster that hangs, slows down or is replaced by something else counts as down after this time. */
const CLUSTER_ANSWERS_WITHIN_MS = 5000

/**
 * Throws the reason if the cluster does not execute a statement in time. A request for `/ping` would not do: any proxy
 * can answer it, and it does not check the credentials.
 */
export async function checkCluster(
  client: Pick<EngineClient, 'query'>,
  timeoutMs = CLUSTER_ANSWERS_WITHIN_MS,
): Promise<void> {
  const signal = AbortSignal.timeout(timeoutMs)
  const asked = client
    .query({ query: sql`SELECT 1 AS one`, format: 'JSONEachRow', abort_signal: signal })
    // The client observes the signal only until the answer begins.
    .then((result) => result.json<{ one: number }>())
  try {
    const [row] = await unlessAborted(asked, signal)
    if (row?.one !== 1) throw new Error('the address of LOGYARD_CLICKHOUSE_URL did not answer as ClickHouse does')
  } catch (error) {
    // A cluster that refuses statements because it has too many is there.
    if (!(error instanceof LogyardError && error.kind === 'overloaded')) throw error
  }
}
