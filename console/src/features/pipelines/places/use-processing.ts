import { listPipelineConnections, type PipelineConnections } from '@logyard/contract/pipelines/pipeline-connections'
import type { PipelineSource } from '@logyard/contract/pipelines/pipelines'
import { useQuery } from '@tanstack/react-query'
import { useCall } from '../../../base/services/services.tsx'
import { useMay } from '../../../base/session/current-user.tsx'
import { connectionsQuery, type ProcessedStream, pipelinesQuery, processedStreamsQuery } from '../pipeline-queries.ts'

/** Which pipelines there are, and on which streams they run. */
export interface Processing {
  readonly pipelines: readonly PipelineSource[]
  /** Undefined for users who may not see them. */
  readonly connections: readonly PipelineConnections[] | undefined
  readonly streams: readonly ProcessedStream[]
}

/** `undefined` until it is loaded. */
export function useProcessing(): Processing | undefined {
  const call = useCall()
  const mayRead = useMay()(listPipelineConnections)
  const pipelines = useQuery(pipelinesQuery(call))
  const connections = useQuery({ ...connectionsQuery(call), enabled: mayRead })
  const streams = useQuery(processedStreamsQuery(call))
  if (pipelines.data === undefined || streams.data === undefined || connections.isLoading) return undefined
  return { pipelines: pipelines.data, connections: connections.data, streams: streams.data }
}
