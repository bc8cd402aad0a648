import * as contract from '@logyard/contract/outputs/outputs'
import type { FastifyInstance } from 'fastify'
import type { Caller } from '../http/caller.ts'
import { serve } from '../http/serve.ts'
import type { OutputKind } from './output-kind.ts'
import type { OutputService } from './output-service.ts'
import type { StoredOutput } from './output-store.ts'
import { availableOutput, outputTypes } from './output-types.ts'

/** `apiUrl` is the API's own address without a slash at the end, for Location headers. */
export function outputRoutes(
  api: FastifyInstance,
  { kind, service, apiUrl }: { readonly kind: OutputKind; readonly service: OutputService; readonly apiUrl: string },
): void {
  const listAnswer = (outputs: readonly StoredOutput[], caller: Caller) => ({
    total: outputs.length,
    outputs: outputs.map((output) => service.summary(output, caller)),
  })

  serve(api, contract.listOutputs, async ({ caller }) => listAnswer(await kind.list(), caller))

  serve(api, contract.listAvailableOutputs, () => ({
    types: Object.fromEntries(outputTypes.all.map((outputType) => [outputType.type, availableOutput(outputType)])),
  }))

  serve(api, contract.listOutputDeliveries, async ({ caller }) => ({
    deliveries: [...(await service.deliveries(caller))],
  }))

  serve(api, contract.getOutput, async ({ params, caller }) => service.summary(await kind.get(params.id), caller))

  serve(api, contract.createOutput, async ({ body, caller, reply }) => {
    const output = await kind.create(body, caller)
    reply.header('location', `${apiUrl}/system/outputs/${output.id}`)
    return service.summary(output, caller)
  })

  serve(api, contract.updateOutput, async ({ params, body, caller }) => {
    const output = await kind.replace(params.id, () => body, caller)
    return { _id: output.id, ...service.summary(output, caller) }
  })

  serve(api, contract.deleteOutput, ({ params }) => kind.delete(params.id))

  serve(api, contract.listStreamOutputs, async ({ params, caller }) =>
    listAnswer(await service.listOf(params.id), caller),
  )

  serve(api, contract.getStreamOutput, async ({ params, caller }) =>
    service.summary(await kind.get(params.outputId), caller),
  )

  serve(api, contract.addStreamOutputs, ({ params, body, caller }) => service.assign(caller, params.id, body.outputs))

  serve(api, contract.removeStreamOutput, ({ params }) => service.unassign(params.id, params.outputId))
}
