import * as connections from '@logyard/contract/pipelines/pipeline-connections'
import * as contract from '@logyard/contract/pipelines/pipelines'
import type { FastifyInstance } from 'fastify'
import { serve } from '../http/serve.ts'
import type { PipelineConnectionService } from './connection-service.ts'
import type { PipelineKind } from './pipeline-kind.ts'
import type { PipelineService } from './pipeline-service.ts'

export interface PipelineRoutesDeps {
  readonly kind: PipelineKind
  readonly service: PipelineService
  readonly connections: PipelineConnectionService
}

export function pipelineRoutes(api: FastifyInstance, deps: PipelineRoutesDeps): void {
  const { kind, service } = deps
  serve(api, contract.listPipelines, ({ caller }) => service.list((id) => caller.holds(`pipeline:read:${id}`)))
  serve(api, contract.getPipeline, ({ params }) => service.get(params.id))
  serve(api, contract.createPipeline, ({ body, caller, signal }) => service.create(body, { caller, signal }))
  serve(api, contract.updatePipeline, ({ params, body, caller, signal }) =>
    service.replace(params.id, body, { caller, signal }),
  )
  serve(api, contract.deletePipeline, ({ params }) => kind.delete(params.id))
  serve(api, contract.parsePipeline, ({ body, caller, signal }) => service.parse(body, { caller, signal }))
  connectionRoutes(api, deps)
}

function connectionRoutes(api: FastifyInstance, deps: Pick<PipelineRoutesDeps, 'connections'>): void {
  serve(api, connections.listPipelineConnections, ({ caller }) => deps.connections.list(caller))
  serve(api, connections.getPipelineConnections, ({ params, caller }) => deps.connections.get(params.streamId, caller))
  serve(api, connections.connectPipelinesToStream, ({ body, caller }) => deps.connections.toStream(body, caller))
  serve(api, connections.connectStreamsToPipeline, ({ body, caller }) => deps.connections.toPipeline(body, caller))
}
