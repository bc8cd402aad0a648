/** A stage that a rule is to run in, as it is chosen. */
import type { PipelineSource } from '@logyard/contract/pipelines/pipelines'
import type { RulePlace } from '@logyard/contract/pipelines/rule-places'
import { DEFAULT_STREAM_ID } from '@logyard/contract/streams/stream-ids'
import { streamsOf } from '../pipeline-queries.ts'
import type { Processing } from './use-processing.ts'

export interface PlaceDraft {
  /** `none`, `new`, or the id of a pipeline and the number of its stage: `id:0`. */
  readonly target: string
  /** The title of the new pipeline. */
  readonly title: string
  /** The stream to connect the pipeline to; empty for a pipeline that stays as it is. */
  readonly streamId: string
}

export const NO_PLACE: PlaceDraft = { target: 'none', title: '', streamId: '' }

/** The parts that the user may change. */
export interface PlaceRights {
  readonly mayEdit: (pipeline: PipelineSource) => boolean
  /** Create pipelines, and connect them. */
  readonly mayCreate: boolean
  readonly mayConnect: boolean
}

/** The pipelines that a rule can be added to. */
export const openPipelines = ({ pipelines }: Processing, { mayEdit }: PlaceRights): readonly PipelineSource[] =>
  pipelines.filter((one) => one.errors === null && mayEdit(one))

/** A pipeline without stages gets its first one. */
export const stageNumbersOf = ({ stages }: PipelineSource): readonly number[] =>
  stages.length === 0 ? [0] : stages.map(({ stage }) => stage)

export const targetOf = ({ id }: PipelineSource, stage: number): string => `${id ?? ''}:${stage}`

export const pipelineOf = ({ target }: PlaceDraft, { pipelines }: Processing): PipelineSource | undefined =>
  pipelines.find(({ id }) => id === target.split(':')[0])

/** A new pipeline on the stream, named after it. */
export function newPipelineOn(streamId: string, { pipelines, streams }: Processing): PlaceDraft {
  const name = streams.find(({ id }) => id === streamId)?.title ?? ''
  const taken = new Set(pipelines.map(({ title }) => title))
  let title = name
  for (let number = 2; taken.has(title); number++) title = `${name} ${number}`
  return { target: 'new', title, streamId }
}

/**
 * Where the messages of these streams can be processed: in a pipeline that is connected to one of them, else in a new
 * one. Without a stream, those of the default stream.
 */
export function proposedPlace(processing: Processing, rights: PlaceRights, ofMessage: readonly string[]): PlaceDraft {
  const { connections, streams } = processing
  const known = streams.map(({ id }) => id).filter((id) => ofMessage.includes(id) && id !== DEFAULT_STREAM_ID)
  const wanted = [...known, DEFAULT_STREAM_ID].filter((id) => streams.some((one) => one.id === id))
  const [stream] = wanted
  if (stream === undefined || connections === undefined) return NO_PLACE
  const pipeline = wanted
    .flatMap((id) =>
      openPipelines(processing, rights).filter((one) =>
        streamsOf(one.id, connections, streams).some((connected) => connected.id === id),
      ),
    )
    .at(0)
  if (pipeline !== undefined) return { ...NO_PLACE, target: targetOf(pipeline, stageNumbersOf(pipeline)[0] ?? 0) }
  return rights.mayCreate ? newPipelineOn(stream, processing) : NO_PLACE
}

export const isIncomplete = ({ target, title, streamId }: PlaceDraft): boolean =>
  target === 'new' && (title.trim() === '' || streamId === '')

export const rulePlaces = (drafts: readonly PlaceDraft[]): RulePlace[] =>
  drafts.flatMap(({ target, title, streamId }): RulePlace[] => {
    if (target === 'none') return []
    if (target === 'new') return [{ new_pipeline: title.trim(), stage: 0, stream_id: streamId }]
    const [id = '', stage] = target.split(':')
    return [{ pipeline_id: id, stage: Number(stage), ...(streamId === '' ? {} : { stream_id: streamId }) }]
  })
