/**
 * Counts what pipelines did in one array of numbers, so that a run that is discarded can take its counts back. `take`
 * turns the counts into plain data, which a thread can post.
 */

/** One place in the array for a pipeline or stage, these for a rule in a stage. */
export const RULE_COUNT = {
  matched: 0,
  notMatched: 1,
  executed: 2,
  failed: 3,
  evaluateTimings: 4,
  evaluateMs: 5,
  executeTimings: 6,
  executeMs: 7,
  dropped: 8,
} as const
const COUNTS_OF_RULE = 9

export interface StageKey {
  readonly pipelineId: string
  readonly stage: number
}

export interface RuleKey extends StageKey {
  readonly ruleId: string
}

export type RuleCounts = { readonly [Name in keyof typeof RULE_COUNT]: number }

/** The counts since the last `take`, without those that are still zero. */
export interface PipelineCounts {
  readonly pipelines: readonly { readonly id: string; readonly executed: number }[]
  readonly stages: readonly (StageKey & { readonly executed: number })[]
  readonly rules: readonly (RuleKey & RuleCounts)[]
}

/** Assigns places in the array. */
export type CountNumbers = ReturnType<typeof createCountNumbers>

export interface RunCounts {
  readonly values: Float64Array
  /** Returns what was counted since the last call. */
  take(): PipelineCounts
}

export function createCountNumbers() {
  const pipelines: { readonly at: number; readonly id: string }[] = []
  const stages: { readonly at: number; readonly key: StageKey }[] = []
  const rules: { readonly at: number; readonly key: RuleKey }[] = []
  let length = 0
  const next = (size: number) => {
    length += size
    return length - size
  }
  return {
    ofPipeline(id: string) {
      const at = next(1)
      pipelines.push({ at, id })
      return at
    },
    ofStage(key: StageKey) {
      const at = next(1)
      stages.push({ at, key })
      return at
    },
    ofRule(key: RuleKey) {
      const at = next(COUNTS_OF_RULE)
      rules.push({ at, key })
      return at
    },
    createCounts() {
      const values = new Float64Array(length)
      const moved = (at: number) => values[at] ?? 0
      return {
        values,
        take() {
          const taken = {
            pipelines: pipelines.flatMap(({ at, id }) => (moved(at) > 0 ? { id, executed: moved(at) } : [])),
            stages: stages.flatMap(({ at, key }) => (moved(at) > 0 ? { ...key, executed: moved(at) } : [])),
            rules: rules.flatMap(({ at, key }) => {
              const counts = countsOf(values, at)
              return counts.matched + counts.notMatched + counts.failed > 0 ? { ...key, ...counts } : []
            }),
          }
          values.fill(0)
          return taken
        },
      }
    },
  }
}

function countsOf(values: Float64Array, at: number): RuleCounts {
  const count = (name: keyof typeof RULE_COUNT) => values[at + RULE_COUNT[name]] ?? 0
  return {
    matched: count('matched'),
    notMatched: count('notMatched'),
    executed: count('executed'),
    failed: count('failed'),
    evaluateTimings: count('evaluateTimings'),
    evaluateMs: count('evaluateMs'),
    executeTimings: count('executeTimings'),
    executeMs: count('executeMs'),
    dropped: count('dropped'),
  }
}
