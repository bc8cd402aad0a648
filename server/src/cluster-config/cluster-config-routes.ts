import {
  deleteClusterConfig,
  getClusterConfig,
  listClusterConfigs,
  SCHEMA_MEDIA_TYPE,
  updateClusterConfig,
} from '@logyard/contract/cluster-config/cluster-config'
import type { FastifyInstance } from 'fastify'
import { accepts } from '../http/accepts.ts'
import type { Caller } from '../http/caller.ts'
import { serve } from '../http/serve.ts'
import type { ConfigRegistry } from './config-registry.ts'

export function clusterConfigRoutes(api: FastifyInstance, configs: Pick<ConfigRegistry, 'get' | 'keys'>): void {
  serve(api, listClusterConfigs, async () => {
    const classes = [...(await configs.keys())]
    return { total: classes.length, classes }
  })
  serve(api, getClusterConfig, async ({ params, caller, request, reply }) => {
    const config = configs.get(params.key)
    if (config.permissions?.read !== undefined) caller.require(config.permissions.read)
    const accept = request.headers.accept ?? ''
    if (accepts(accept, SCHEMA_MEDIA_TYPE) && !accepts(accept, 'application/json')) {
      return reply.type(SCHEMA_MEDIA_TYPE).send(JSON.stringify(config.schema))
    }
    const document = await config.read()
    if (document === undefined) reply.code(204)
    return document ?? null
  })
  const changeable = (key: string, caller: Caller) => {
    const config = configs.get(key)
    if (config.permissions !== undefined) caller.require(config.permissions.write)
    return config
  }
  serve(api, updateClusterConfig, ({ params, body, caller }) => changeable(params.key, caller).replace(body))
  serve(api, deleteClusterConfig, ({ params, caller }) => changeable(params.key, caller).delete())
}
