import * as contract from '@logyard/contract/sidecars/variables'
import type { FastifyInstance } from 'fastify'
import { serve } from '../../http/serve.ts'
import { validationAnswer } from '../../http/validation-answer.ts'
import type { VariableKind } from './variable-kind.ts'

export function variableRoutes(api: FastifyInstance, variables: VariableKind): void {
  serve(api, contract.listVariables, async () => [...(await variables.list())])

  serve(api, contract.listVariableConfigurations, async ({ params }) => [...(await variables.usersOf(params.id))])

  serve(api, contract.createVariable, async ({ body, request }) => {
    const created = await variables.create(body)
    request.log.info({ variableId: created.id }, 'configuration variable created')
    return created
  })

  serve(api, contract.updateVariable, async ({ params, body, request }) => {
    const changed = await variables.replace(params.id, () => body)
    request.log.info({ variableId: params.id }, 'configuration variable changed')
    return changed
  })

  serve(api, contract.deleteVariable, async ({ params, request }) => {
    await variables.delete(params.id)
    request.log.info({ variableId: params.id }, 'configuration variable deleted')
    return null
  })

  serve(api, contract.validateVariable, async ({ body }) => validationAnswer(await variables.problemsOf(body)))
}
