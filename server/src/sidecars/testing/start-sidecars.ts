/** Sidecars as they are served, with a token of their user. */
import { createClusterConfig } from '../../cluster-config/cluster-config.ts'
import { createBoundedRuns } from '../../platform/bounded-runs/bounded-runs.ts'
import { systemClock } from '../../platform/clock.ts'
import { type ApiAnswer, type ApiRequest, type IdentityOptions, startIdentity } from '../../testing/start-identity.ts'
import { openSidecars, type Sidecars } from '../sidecars.ts'

export const HEADERS = { 'X-Graylog-Sidecar-Version': '1.5.0', 'X-Requested-By': 'sidecar' }

export interface Agent {
  register(details?: object, more?: object): Promise<ApiAnswer>
  get(path: string, tag?: string): Promise<ApiAnswer>
}

export async function startSidecars(options: Pick<IdentityOptions, 'folder' | 'isClockSteady' | 'beside'> = {}) {
  let sidecars: Sidecars | undefined
  const runs = createBoundedRuns(systemClock)
  const identity = await startIdentity({
    ...options,
    area: async (api, parts) => {
      const clusterConfig = createClusterConfig(parts)
      clusterConfig.routes(api)
      sidecars = await openSidecars({ ...parts, clusterConfig, boundedRuns: runs, serverRuns: runs })
      sidecars.routes(api)
    },
  })
  const { call } = identity
  const created = await call('POST', '/users/graylog-sidecar/tokens/agents', { body: {} })
  const { token } = created.body as { readonly token: string }
  const as = `${token}:token`

  const ask = (method: string, path: string, body?: unknown, request: ApiRequest = {}) =>
    call(method, path, { ...(body === undefined ? {} : { body }), ...request })

  return {
    ...identity,
    as,
    ask,
    agent(nodeId: string, nodeName = nodeId): Agent {
      return {
        register: (details = {}, more = {}) =>
          call('PUT', `/sidecars/${nodeId}`, {
            as,
            headers: HEADERS,
            body: { node_name: nodeName, node_details: { operating_system: 'Linux', ...details }, ...more },
          }),
        get: (path, tag) =>
          call('GET', path, { as, headers: { ...HEADERS, ...(tag === undefined ? {} : { 'If-None-Match': tag }) } }),
      }
    },
    /** The id of a default collector. */
    async collectorId(name: string, os = 'linux'): Promise<string> {
      const { body } = await ask('GET', '/sidecar/collectors')
      const { collectors } = body as { collectors: { id: string; name: string; node_operating_system: string }[] }
      const found = collectors.find((one) => one.name === name && one.node_operating_system === os)
      if (found === undefined) throw new Error(`there is no collector ${name}`)
      return found.id
    },
    async configure(draft: { readonly name: string; readonly collector_id: string; readonly template?: string }) {
      const created = await ask('POST', '/sidecar/configurations', { color: '#FFFFFF', template: 'a', ...draft })
      if (created.status !== 200) throw new Error(`the configuration was refused: ${created.text}`)
      return (created.body as { id: string }).id
    },
    async [Symbol.asyncDispose]() {
      await sidecars?.[Symbol.asyncDispose]()
      await identity[Symbol.asyncDispose]()
      await runs[Symbol.asyncDispose]()
    },
  }
}

export type SidecarsUnderTest = Awaited<ReturnType<typeof startSidecars>>
