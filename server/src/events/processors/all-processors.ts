/** The conditions of this server. */
import type { Measures } from '../../search/measures/measures.ts'
import { type AnyEventProcessor, anyProcessor } from '../event-processors.ts'
import { createAbsence } from './absence/absence.ts'
import { createAggregation } from './aggregation/aggregation.ts'
import { createNewPattern } from './novelty/new-pattern.ts'
import { createNewValue } from './novelty/new-value.ts'
import { createSequence } from './sequence/sequence.ts'
import { createSqlCondition, createStepsCondition } from './table/table-condition.ts'
import { createUnusualLevel } from './unusual-level/unusual-level.ts'

export interface ProcessorDeps {
  readonly measures: Measures
  /** The ids of all streams but those of events. */
  readonly messageStreams: () => Promise<readonly string[]>
}

export const allProcessors = (deps: ProcessorDeps): readonly AnyEventProcessor[] => [
  anyProcessor(createAggregation(deps)),
  anyProcessor(createAbsence(deps)),
  anyProcessor(createNewValue(deps)),
  anyProcessor(createNewPattern(deps)),
  anyProcessor(createSequence(deps)),
  anyProcessor(createUnusualLevel(deps)),
  anyProcessor(createStepsCondition(deps)),
  anyProcessor(createSqlCondition(deps)),
]
