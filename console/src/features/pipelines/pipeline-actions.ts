/** The mutations of pipelines and their connections, with their toasts. */
import { connectStreamsToPipeline } from '@logyard/contract/pipelines/pipeline-connections'
import {
  createPipeline,
  deletePipeline,
  type PipelineSource,
  updatePipeline,
} from '@logyard/contract/pipelines/pipelines'
import { useCall } from '../../base/services/services.tsx'
import { useText } from '../../base/text/text.tsx'
import { useReportedMutation } from '../../base/toasts/use-reported-mutation.ts'
import { PIPELINES_KEY } from './pipeline-queries.ts'

export interface PipelineDraft {
  readonly description: string
  readonly source: string
}

export function useCreatePipeline() {
  const call = useCall()
  const t = useText()
  return useReportedMutation({
    run: (body: PipelineDraft) => call(createPipeline, { body }),
    succeeded: (_, { title }) => t('pipelines.toast.created', { title: title ?? '' }),
    failed: (_, status) => ({
      title: t('pipelines.toast.createFailed.title'),
      text: t('pipelines.toast.createFailed', { status }),
    }),
    changes: [PIPELINES_KEY],
  })
}

export function useUpdatePipeline(id: string) {
  const call = useCall()
  const t = useText()
  return useReportedMutation({
    run: (body: PipelineDraft) => call(updatePipeline, { params: { id }, body }),
    succeeded: (_, { title }) => t('pipelines.toast.updated', { title: title ?? '' }),
    failed: (_, status) => ({
      title: t('pipelines.toast.updateFailed.title'),
      text: t('pipelines.toast.updateFailed', { status }),
    }),
    changes: [PIPELINES_KEY],
  })
}

export function useDeletePipeline() {
  const call = useCall()
  const t = useText()
  return useReportedMutation({
    run: ({ id }: PipelineSource) => call(deletePipeline, { params: { id: id ?? '' } }),
    succeeded: ({ title }) => t('pipelines.toast.deleted', { title: title ?? '' }),
    failed: ({ id }, status) => ({
      title: t('pipelines.toast.deleteFailed.title', { id: id ?? '' }),
      text: t('pipelines.toast.deleteFailed', { status }),
    }),
    changes: [PIPELINES_KEY],
  })
}

export function useConnectStreams(pipelineId: string) {
  const call = useCall()
  const t = useText()
  return useReportedMutation({
    run: (streamIds: readonly string[]) =>
      call(connectStreamsToPipeline, { body: { pipeline_id: pipelineId, stream_ids: [...streamIds] } }),
    succeeded: () => t('pipelines.toast.connected'),
    failed: (_, status) => ({
      title: t('pipelines.toast.connectFailed.title'),
      text: t('pipelines.toast.connectFailed', { status }),
    }),
    changes: [PIPELINES_KEY],
  })
}
