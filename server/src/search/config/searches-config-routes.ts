import { deleteSearchesConfig, getSearchesConfig, updateSearchesConfig } from '@logyard/contract/search/searches-config'
import type { FastifyInstance } from 'fastify'
import { serve } from '../../http/serve.ts'
import type { SearchesConfigs } from './searches-config.ts'

export function searchesConfigRoutes(api: FastifyInstance, configs: SearchesConfigs): void {
  serve(api, getSearchesConfig, () => configs.read())
  serve(api, updateSearchesConfig, ({ body }) => configs.replace(body))
  serve(api, deleteSearchesConfig, async () => {
    await configs.reset()
    return null
  })
}
