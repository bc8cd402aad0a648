import { once } from 'node:events'
import { request } from 'node:http'
import { json } from 'node:stream/consumers'
import type { EngineClient } from './sql-client.ts'

/**
 * How long the main thread of the engine's process has been blocked; `undefined` if the process does not answer at all.
 * A dedicated thread answers, so neither load nor a statement can delay it.
 */
export async function standsStillMs(socket: string, timeoutMs: number): Promise<number | undefined> {
  const signal = AbortSignal.timeout(timeoutMs)
  try {
    const outgoing = request({ socketPath: socket, agent: false, signal }).end()
    const [answer] = await once(outgoing, 'response', { signal })
    const found = Number(Object(await json(answer)).standsStillMs)
    return Number.isNaN(found) ? undefined : found
  } catch {
    // Whatever the failure was, there was no answer.
    return undefined
  }
}

export async function clusterAnswers(client: Pick<EngineClient, 'ping'>): Promise<boolean> {
  return (await client.ping()).success
}
