import { getMessageProcessors, updateMessageProcessors } from '@logyard/contract/processing/message-processors'
import * as contract from '@logyard/contract/processing/processing'
import type { FastifyInstance } from 'fastify'
import type { Nodes } from '../cluster/nodes.ts'
import { serve } from '../http/serve.ts'
import type { Processing } from './processing.ts'
import type { ProcessingStatuses } from './processing-status.ts'
import type { ProcessorOrder } from './processor-order.ts'

export interface ProcessingRoutesDeps {
  readonly processing: Pick<Processing, 'control' | 'currentWork' | 'isQuiet'>
  readonly statuses: ProcessingStatuses
  readonly processorOrder: Pick<ProcessorOrder, 'read' | 'replace'>
  readonly nodes: Pick<Nodes, 'listActive'>
  readonly nodeId: string
}

export function processingRoutes(api: FastifyInstance, deps: ProcessingRoutesDeps): void {
  controlRoutes(api, deps)
  statusRoutes(api, deps)
  dumpRoutes(api, deps)
  processorRoutes(api, deps)
}

function processorRoutes(api: FastifyInstance, { processorOrder }: ProcessingRoutesDeps): void {
  serve(api, getMessageProcessors, () => processorOrder.read())
  serve(api, updateMessageProcessors, async ({ body }) => {
    await processorOrder.replace(body)
    return body
  })
}

function controlRoutes(api: FastifyInstance, { processing, nodeId }: ProcessingRoutesDeps): void {
  const { control } = processing
  const holdState = () => ({ is_paused: control.isPaused(), is_quiet: processing.isQuiet() })
  serve(api, contract.pauseProcessing, ({ caller }) => {
    caller.require(`processing:changestate:${nodeId}`)
    control.pause()
  })
  serve(api, contract.resumeProcessing, ({ caller }) => {
    caller.require(`processing:changestate:${nodeId}`)
    control.resume()
  })
  serve(api, contract.unlockProcessing, ({ caller }) => {
    // No task of this server locks processing, so there is never a lock to release.
    caller.require(`processing:changestate:${nodeId}`)
  })
  serve(api, contract.holdProcessing, ({ caller, body: { limit_seconds } }) => {
    caller.require(`processing:changestate:${nodeId}`)
    const was_paused = control.isPaused()
    if (limit_seconds === null) control.pause()
    else control.pauseFor(limit_seconds * 1000)
    return { was_paused, ...holdState() }
  })
  serve(api, contract.getProcessingHold, holdState)
  serve(api, contract.pauseProcessingOfNode, () => control.pause())
  serve(api, contract.resumeProcessingOfNode, () => control.resume())
}

function statusRoutes(api: FastifyInstance, { statuses, nodes, nodeId }: ProcessingRoutesDeps): void {
  serve(api, contract.getProcessingStatus, () => statuses.now())
  serve(api, contract.getPersistedProcessingStatus, () => statuses.getPersisted(nodeId))
  serve(api, contract.getProcessingStatusOfCluster, () => ({ [nodeId]: statuses.now() }))
  serve(api, contract.getPersistedProcessingStatusOfCluster, async () => {
    const active = await nodes.listActive()
    const entries = active.map(async ({ node_id }) => [node_id, (await statuses.findPersisted(node_id)) ?? null])
    return Object.fromEntries(await Promise.all(entries))
  })
}

function dumpRoutes(api: FastifyInstance, { processing, nodeId }: ProcessingRoutesDeps): void {
  const dump = async () => {
    const texts = await processing.currentWork()
    return {
      processbuffer_dump: Object.fromEntries(texts.map((text, number) => [`ProcessBufferProcessor #${number}`, text])),
    }
  }
  serve(api, contract.getProcessBufferDump, ({ caller }) => {
    caller.require(`processbuffer:dump:${nodeId}`)
    return dump()
  })
  serve(api, contract.getProcessBufferDumpOfNode, dump)
  serve(api, contract.getProcessBufferDumpOfCluster, async () => ({ [nodeId]: await dump() }))
}
