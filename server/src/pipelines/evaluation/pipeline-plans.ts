/** Which stages run on a message of certain streams, and in which order. */
import { createBoundedMap } from '@logyard/languages/caches/bounded-map'
import type { LivePipeline, LivePipelines, LiveStage } from './live-pipelines.ts'

export interface PipelinePlan {
  readonly pipelines: readonly LivePipeline[]
  /** Ascending by stage number, and by title within a number. */
  readonly stages: readonly PlannedStage[]
}

export interface PlannedStage {
  readonly stage: LiveStage
  /** The position of its pipeline in the plan. */
  readonly at: number
}

export type PipelinePlans = ReturnType<typeof createPipelinePlans>

/** Few lists of streams exist, and they recur. */
const MAX_CACHED = 10_000

export function createPipelinePlans({ pipelines }: LivePipelines, connections: ReadonlyMap<string, readonly string[]>) {
  const byStream = new Map(
    Array.from(connections, ([streamId, ids]) => [streamId, new Set(ids)] as const).filter(([, ids]) =>
      pipelines.some(({ id }) => ids.has(id)),
    ),
  )
  const ofOne = new Map(Array.from(byStream, ([id, ids]) => [id, planOf(pipelines, (candidate) => ids.has(candidate))]))
  const ofSeveral = createBoundedMap<string, PipelinePlan>(MAX_CACHED)

  function ofList(streams: readonly string[]): PipelinePlan | undefined {
    const connected = streams.filter((id) => byStream.has(id))
    const [first] = connected
    if (first === undefined) return undefined
    if (connected.length === 1) return ofOne.get(first)
    const key = connected.toSorted().join()
    const known = ofSeveral.get(key)
    if (known !== undefined) return known
    const made = planOf(pipelines, (candidate) => connected.some((id) => byStream.get(id)?.has(candidate)))
    ofSeveral.set(key, made)
    return made
  }

  return {
    /** The stages of all pipelines that are connected to any of the streams; undefined if none is. */
    of(streams: readonly string[]) {
      const [first] = streams
      if (byStream.size === 0 || first === undefined) return undefined
      return streams.length === 1 ? ofOne.get(first) : ofList(streams)
    },
    /** One pipeline, whatever it is connected to. */
    ofPipeline(id: string) {
      const found = pipelines.find((pipeline) => pipeline.id === id)
      return found && planOf([found], () => true)
    },
  }
}

function planOf(all: readonly LivePipeline[], isConnected: (id: string) => boolean): PipelinePlan {
  const pipelines = all.filter(({ id }) => isConnected(id))
  const stages = pipelines.flatMap((pipeline, at) => pipeline.stages.map((stage) => ({ stage, at })))
  // The sort is stable: within a number, the order of the pipelines stays.
  return { pipelines, stages: stages.sort((a, b) => a.stage.number - b.stage.number) }
}
