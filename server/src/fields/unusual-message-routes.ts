import * as contract from '@logyard/contract/fields/unusual-messages'
import type { FastifyInstance } from 'fastify'
import { serve } from '../http/serve.ts'
import type { UnusualMessages } from './unusual-messages.ts'

export interface UnusualMessageRoutesDeps {
  readonly unusual: UnusualMessages
  /** Throws if the stream does not exist. */
  readonly requireStream: (id: string) => Promise<unknown>
  /** Throws if the input does not exist. */
  readonly requireInput: (id: string) => Promise<unknown>
}

/** Shows the unusual messages of a stream or an input, and resets their counts. */
export function unusualMessageRoutes(api: FastifyInstance, deps: UnusualMessageRoutesDeps): void {
  const { unusual, requireStream, requireInput } = deps

  serve(api, contract.countUnusualMessages, ({ caller }) => ({
    streams: unusual.counts('stream').filter(({ id }) => caller.holds(`streams:read:${id}`)),
    inputs: unusual.counts('input').filter(({ id }) => caller.holds(`inputs:read:${id}`)),
  }))
  serve(api, contract.getUnusualOfStream, async ({ params }) => {
    await requireStream(params.streamId)
    return unusual.of('stream', params.streamId)
  })
  serve(api, contract.forgetUnusualOfStream, async ({ params }) => {
    await requireStream(params.streamId)
    await unusual.forget('stream', params.streamId)
  })
  serve(api, contract.getUnusualOfInput, async ({ params }) => {
    await requireInput(params.inputId)
    return unusual.of('input', params.inputId)
  })
  serve(api, contract.forgetUnusualOfInput, async ({ params }) => {
    await requireInput(params.inputId)
    await unusual.forget('input', params.inputId)
  })
}
