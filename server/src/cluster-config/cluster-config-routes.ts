import {
  deleteClusterConfig,
  getClusterConfig,
  listClusterConfigs,
  SCHEMA_MEDIA_TYPE,
  updateClusterConfig,
} from '@logyard/contract/cluster-config/cluster-config'
import type { FastifyInstance } from 'fastify'
import { accepts } from '../http/accepts.ts'
import { serve } from '../http/serve.ts'
import type { ConfigRegistry } from './config-registry.ts'

export function clusterConfigRoutes(api: FastifyInstance, configs: Pick<ConfigRegistry, 'get' | 'keys'>): void {
  serve(api, listClusterConfigs, async () => {
    const classes = [...(await configs.keys())]
    return { total: classes.length, classes }
  })
  serve(api, getClusterConfig, async ({ params, request, reply }) => {
    const config = configs.get(params.key)
    const accept = request.headers.accept ?? ''
    if (accepts(accept, SCHEMA_MEDIA_TYPE) && !accepts(accept, 'application/json')) {
      return reply.type(SCHEMA_MEDIA_TYPE).send(JSON.stringify(config.schema))
    }
    const document = await config.read()
    if (document === undefined) reply.code(204)
    return document ?? null
  })
  serve(api, updateClusterConfig, ({ params, body }) => configs.get(params.key).replace(body))
  serve(api, deleteClusterConfig, async ({ params }) => {
    await configs.get(params.key).delete()
    return null
  })
}
