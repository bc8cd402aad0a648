import { engineUnavailable } from '../engine/engine-failure.ts'
import type { EngineLifecycle } from '../engine/engine-lifecycle.ts'
import type { EngineClient } from '../engine/sql-client.ts'

/** A client whose statements fail at once while the server is not up, and as soon as it does not respond any more. */
export function upClient(client: EngineClient, lifecycle: Pick<EngineLifecycle, 'state' | 'onState'>): EngineClient {
  let life = new AbortController()
  lifecycle.onState((state) => {
    if (state === 'up') life = new AbortController()
    else life.abort()
  })
  /** Also what is read later of the response ends with the life of the server. */
  async function whileUp<Answer>(
    { abort_signal }: { readonly abort_signal?: AbortSignal },
    call: (signal: AbortSignal) => Promise<Answer>,
  ): Promise<Answer> {
    if (lifecycle.state() !== 'up') throw engineUnavailable()
    return await call(abort_signal === undefined ? life.signal : AbortSignal.any([abort_signal, life.signal]))
  }
  return {
    query: (statement) => whileUp(statement, (abort_signal) => client.query({ ...statement, abort_signal })),
    command: (statement) => whileUp(statement, (abort_signal) => client.command({ ...statement, abort_signal })),
    read: (statement) => whileUp(statement, (abort_signal) => client.read({ ...statement, abort_signal })),
    insert: (rows) => whileUp(rows, (abort_signal) => client.insert({ ...rows, abort_signal })),
    close: () => client.close(),
  }
}
