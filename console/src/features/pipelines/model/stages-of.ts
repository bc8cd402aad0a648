import type { PipelineSource, StageMatch as WireMatch } from '@logyard/contract/pipelines/pipelines'
import type { Stage, StageMatch } from './pipeline-source.ts'

const MATCHES: Readonly<Record<WireMatch, StageMatch>> = { ALL: 'all', EITHER: 'either', PASS: 'pass' }

/** The stages of a pipeline, in the order in which they run. */
export const stagesOf = ({ stages }: PipelineSource): readonly Stage[] =>
  stages
    .map(({ stage, match, rules }) => ({ stage, match: MATCHES[match], rules }))
    .toSorted((a, b) => a.stage - b.stage)
