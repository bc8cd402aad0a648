/** The source of a pipeline, written from its title and stages. */

import type { PipelineSource, StageMatch as WireMatch } from '@logyard/contract/pipelines/pipelines'
import { writeLiteral } from '@logyard/languages/rules/syntax/write-literal'

export const STAGE_MATCHES = ['all', 'either', 'pass'] as const

/** Which rules of a stage must match for a message to go on; `pass`: it always goes on. */
export type StageMatch = (typeof STAGE_MATCHES)[number]

export interface Stage {
  readonly stage: number
  readonly match: StageMatch
  /** Names, in the order in which they run. */
  readonly rules: readonly string[]
}

const MATCHES: Readonly<Record<WireMatch, StageMatch>> = { ALL: 'all', EITHER: 'either', PASS: 'pass' }

/** The stages of a pipeline, in the order in which they run. */
export const stagesOf = ({ stages }: PipelineSource): readonly Stage[] =>
  stages
    .map(({ stage, match, rules }) => ({ stage, match: MATCHES[match], rules }))
    .toSorted((a, b) => a.stage - b.stage)

export function pipelineSource(title: string, stages: readonly Stage[]): string {
  const lines = stages
    .toSorted((a, b) => a.stage - b.stage)
    .flatMap(({ stage, match, rules }) => [
      `stage ${stage} match ${match}`,
      ...rules.map((rule) => `rule ${writeLiteral(rule)}`),
    ])
  return [`pipeline ${writeLiteral(title)}`, ...lines, 'end'].join('\n')
}

export const FIRST_STAGE: Stage = { stage: 0, match: 'either', rules: [] }

/** The number that a new stage gets. */
export const nextStageNumber = (stages: readonly { readonly stage: number }[]): number =>
  stages.length === 0 ? 0 : Math.max(...stages.map(({ stage }) => stage)) + 1

/** The numbers that any of the pipelines uses, in the order in which they run. */
export const stageNumbers = (
  pipelines: readonly { readonly stages: readonly { readonly stage: number }[] }[],
): readonly number[] =>
  [...new Set(pipelines.flatMap(({ stages }) => stages.map(({ stage }) => stage)))].toSorted((a, b) => a - b)
