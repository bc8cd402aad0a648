import { listCodecTypes } from '@logyard/contract/ingest/codec-types'
import * as contract from '@logyard/contract/ingest/inputs'
import type { FastifyInstance } from 'fastify'
import type { Caller } from '../../http/caller.ts'
import { serve } from '../../http/serve.ts'
import { LogyardError } from '../../platform/errors.ts'
import { inputTypeNotFound } from './input-errors.ts'
import { inputTypeInfo } from './input-type.ts'
import type { Inputs } from './inputs.ts'
import { ownAddresses } from './own-addresses.ts'

export function inputRoutes(api: FastifyInstance, inputs: Inputs, apiUrl: string): void {
  const locationOf = (id: string) => `${apiUrl}/system/inputs/${id}`
  storedInputRoutes(api, inputs, locationOf)
  inputTypeRoutes(api, inputs)
  inputStateRoutes(api, inputs)
  clusterInputRoutes(api, inputs)
  staticFieldRoutes(api, inputs, locationOf)
}

function storedInputRoutes(api: FastifyInstance, inputs: Inputs, locationOf: (id: string) => string): void {
  const { kind } = inputs
  const summaryFor = (caller: Caller, input: Parameters<Inputs['summary']>[0]) =>
    inputs.summary(input, { showSecrets: caller.holds(`inputs:edit:${input.id}`) })

  serve(api, contract.listInputs, async ({ caller }) => {
    const readable = (await kind.list()).filter(({ id }) => caller.holds(`inputs:read:${id}`))
    return { inputs: readable.map((input) => summaryFor(caller, input)), total: readable.length }
  })
  serve(api, contract.getInput, async ({ caller, params }) => summaryFor(caller, await kind.get(params.id)))
  serve(api, contract.createInput, async ({ caller, body, reply }) => {
    const { id } = await kind.create({ settings: body }, caller.username)
    reply.header('location', locationOf(id))
    return { id }
  })
  serve(api, contract.updateInput, async ({ caller, params, body, reply }) => {
    const { id } = await kind.replace(params.id, () => ({ settings: body }), caller.username)
    reply.header('location', locationOf(id))
    return { id }
  })
  serve(api, contract.deleteInput, ({ params }) => kind.delete(params.id))
}

function inputTypeRoutes(api: FastifyInstance, { types }: Inputs): void {
  serve(api, contract.listInputAddresses, () => ({ addresses: ownAddresses() }))
  serve(api, contract.listInputTypes, () => ({
    types: Object.fromEntries(types.all.map(({ type, name }) => [type, name])),
  }))
  serve(api, contract.listInputTypesWhole, () =>
    Object.fromEntries(types.all.map((inputType) => [inputType.type, inputTypeInfo(inputType)])),
  )
  serve(api, contract.getInputType, ({ params }) => {
    const inputType = types.find(params.type)
    if (inputType === undefined) throw inputTypeNotFound(params.type)
    return inputTypeInfo(inputType)
  })
  serve(api, listCodecTypes, () =>
    Object.fromEntries(
      types.codecs.map(({ id, name, configuration }) => [
        id,
        { type: id, name, requested_configuration: configuration },
      ]),
    ),
  )
}

const readableStates = (inputs: Inputs, caller: Caller) =>
  inputs.listStates().filter(({ id }) => caller.holds(`inputs:read:${id}`))

function inputStateRoutes(api: FastifyInstance, inputs: Inputs): void {
  serve(api, contract.listInputStates, ({ caller }) => ({ states: readableStates(inputs, caller) }))
  serve(api, contract.getInputState, ({ params }) => inputs.getState(params.id))
  serve(api, contract.startInput, async ({ params }) => {
    await inputs.start(params.id)
    return { id: params.id }
  })
  serve(api, contract.stopInput, async ({ params }) => {
    await inputs.stop(params.id)
    return { id: params.id }
  })
}

function clusterInputRoutes(api: FastifyInstance, inputs: Inputs): void {
  const { nodeId } = inputs
  /** This node's part of the response to a command for all nodes. */
  async function runCommand(caller: Caller, id: string, command: (id: string) => Promise<void>) {
    try {
      caller.require(`inputs:changestate:${id}`)
      await command(id)
      return { [nodeId]: { id } }
    } catch (error) {
      if (error instanceof LogyardError) return { [nodeId]: null }
      throw error
    }
  }
  serve(api, contract.listInputStatesOfCluster, ({ caller }) => ({ [nodeId]: readableStates(inputs, caller) }))
  serve(api, contract.startInputInCluster, ({ caller, params }) => runCommand(caller, params.id, inputs.start))
  serve(api, contract.stopInputInCluster, ({ caller, params }) => runCommand(caller, params.id, inputs.stopEverywhere))
}

function staticFieldRoutes(api: FastifyInstance, { kind }: Inputs, locationOf: (id: string) => string): void {
  serve(api, contract.addStaticField, async ({ caller, params, body, reply }) => {
    await kind.addStaticField(params.id, body.key, body.value, caller.username)
    reply.header('location', locationOf(params.id))
  })
  serve(api, contract.removeStaticField, ({ caller, params }) =>
    kind.removeStaticField(params.id, params.key, caller.username),
  )
}
