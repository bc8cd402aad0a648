import * as contract from '@logyard/contract/fields/pattern-fields'
import type { FastifyInstance } from 'fastify'
import { serve } from '../../http/serve.ts'
import type { PatternFieldMaker } from './make-pattern-field.ts'

export function patternFieldRoutes(api: FastifyInstance, { fields }: { readonly fields: PatternFieldMaker }): void {
  serve(api, contract.listPatternFields, async ({ caller, signal }) => ({
    fields: [...(await fields.list(caller, signal))],
  }))
  serve(api, contract.createPatternField, ({ caller, body, signal }) => fields.create(caller, body, signal))
  serve(api, contract.deletePatternField, async ({ params }) => {
    await fields.delete(params.patternFieldId)
  })
}
