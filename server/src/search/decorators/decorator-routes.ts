import * as decoration from '@logyard/contract/search/decorators'
import type { FastifyInstance } from 'fastify'
import { serve } from '../../http/serve.ts'
import type { Decorators } from './decorator-service.ts'
import { listDecoratorTypes } from './decorator-types.ts'

export function decoratorRoutes(api: FastifyInstance, decorators: Decorators): void {
  serve(api, decoration.listDecorators, async () => [...(await decorators.list())])
  serve(api, decoration.listDecoratorTypes, listDecoratorTypes)
  serve(api, decoration.createDecorator, ({ caller, body }) => decorators.create(caller, body))
  serve(api, decoration.updateDecorator, ({ caller, params, body }) => decorators.replace(caller, params.id, body))
  serve(api, decoration.deleteDecorator, async ({ caller, params }) => {
    await decorators.delete(caller, params.id)
    return null
  })
}
