import { request } from 'node:http'
import type { EngineClient } from './sql-client.ts'

/** Whether the process on the socket answers at all; this asks its event loop and no session, so load cannot fail it. */
export async function socketAnswers(socket: string, timeoutMs: number): Promise<boolean> {
  return await new Promise((resolve) => {
    const outgoing = request({ socketPath: socket, path: '/ping', timeout: timeoutMs, agent: false }, (answer) => {
      answer.resume()
      resolve(answer.statusCode === 200)
    })
    outgoing.on('timeout', () => outgoing.destroy())
    outgoing.on('error', () => resolve(false))
    outgoing.on('close', () => resolve(false))
    outgoing.end()
  })
}

export async function clusterAnswers(client: Pick<EngineClient, 'ping'>): Promise<boolean> {
  return (await client.ping()).success
}
