import * as decoration from '@logyard/contract/search/decorators'
import type { FastifyInstance } from 'fastify'
import { serve } from '../../http/serve.ts'
import type { Decorators } from './decorator-service.ts'
import type { DecoratorTypes } from './decorator-types.ts'

export function decoratorRoutes(
  api: FastifyInstance,
  { decorators, types }: { readonly decorators: Decorators; readonly types: Pick<DecoratorTypes, 'list'> },
): void {
  serve(api, decoration.listDecorators, async () => [...(await decorators.list())])
  serve(api, decoration.listDecoratorTypes, ({ caller }) => types.list(caller))
  serve(api, decoration.createDecorator, ({ caller, body }) => decorators.create(caller, body))
  serve(api, decoration.updateDecorator, ({ caller, params, body }) => decorators.replace(caller, params.id, body))
  serve(api, decoration.deleteDecorator, ({ caller, params }) => decorators.delete(caller, params.id))
}
