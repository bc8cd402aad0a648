/** The changes of pipelines and their connections. */
import { connectStreamsToPipeline } from '@logyard/contract/pipelines/pipeline-connections'
import {
  createPipeline,
  deletePipeline,
  type PipelineSource,
  updatePipeline,
} from '@logyard/contract/pipelines/pipelines'
import { useRichText } from '../../base/text/text.tsx'
import { useAction, useAskedAction } from '../../ui/action/use-action.ts'
import { pipelineSource, stagesOf } from './model/pipeline-source.ts'
import { PIPELINES_KEY } from './pipeline-queries.ts'

interface PipelineDraft {
  readonly description: string
  readonly source: string
}

export const useCreatePipeline = () =>
  useAction({
    run: (call, body: PipelineDraft) => call(createPipeline, { body }),
    texts: 'pipelines.toast.create',
    values: (_, created) => ({ title: created?.title ?? '' }),
    changes: [PIPELINES_KEY],
  })

const withChanges = ({ id, description, source }: PipelineSource, changes: Partial<PipelineDraft>) => ({
  params: { id: id ?? '' },
  body: { description: description ?? '', source, ...changes },
})

/** Changes the description or the source of a pipeline, or both. */
export const useUpdatePipeline = (pipeline: PipelineSource) =>
  useAction({
    run: (call, changes: Partial<PipelineDraft>) => call(updatePipeline, withChanges(pipeline, changes)),
    texts: 'pipelines.toast.update',
    values: (_, updated) => ({ title: updated?.title ?? '' }),
    changes: [PIPELINES_KEY],
  })

/** Takes a stage out of the pipeline. Its rules stay. */
export const useRemoveStage = (pipeline: PipelineSource) =>
  useAskedAction({
    run: (call, number: number) => {
      const left = stagesOf(pipeline).filter(({ stage }) => stage !== number)
      return call(updatePipeline, withChanges(pipeline, { source: pipelineSource(pipeline.title ?? '', left) }))
    },
    texts: 'pipelines.toast.update',
    question: 'pipelines.stage.delete',
    values: (number, updated) => ({ number, title: updated?.title ?? '' }),
    changes: [PIPELINES_KEY],
  })

export function useDeletePipeline() {
  const rich = useRichText()
  return useAskedAction({
    run: (call, { id }: PipelineSource) => call(deletePipeline, { params: { id: id ?? '' } }),
    texts: 'pipelines.toast.delete',
    question: 'pipelines.delete',
    questionText: ({ title }) => rich('pipelines.delete.text', { title: <strong translate="no">{title}</strong> }),
    values: ({ id, title }) => ({ id: id ?? '', title: title ?? '' }),
    changes: [PIPELINES_KEY],
  })
}

export const useConnectStreams = (pipelineId: string) =>
  useAction({
    run: (call, streamIds: readonly string[]) =>
      call(connectStreamsToPipeline, { body: { pipeline_id: pipelineId, stream_ids: [...streamIds] } }),
    texts: 'pipelines.toast.connect',
    changes: [PIPELINES_KEY],
  })
