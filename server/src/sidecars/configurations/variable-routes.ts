import * as contract from '@logyard/contract/sidecars/variables'
import type { FastifyInstance } from 'fastify'
import { serve } from '../../http/serve.ts'
import { validationAnswer } from '../../http/validation-answer.ts'
import type { VariableKind } from './variable-kind.ts'

export function variableRoutes(api: FastifyInstance, variables: VariableKind): void {
  serve(api, contract.listVariables, async () => [...(await variables.list())])

  serve(api, contract.listVariableConfigurations, async ({ params }) => [...(await variables.usersOf(params.id))])

  serve(api, contract.createVariable, ({ body }) => variables.create(body))

  serve(api, contract.updateVariable, ({ params, body }) => variables.replace(params.id, () => body))

  serve(api, contract.deleteVariable, async ({ params }) => {
    await variables.delete(params.id)
    return null
  })

  serve(api, contract.validateVariable, async ({ body }) => validationAnswer(await variables.problemsOf(body)))
}
