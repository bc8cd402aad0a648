import { deflectorOperations } from './deflector.ts'
import { indexRangeOperations } from './index-ranges.ts'
import { indexSetOperations } from './index-sets.ts'
import { indexStrategyOperations } from './index-strategies.ts'
import { indexTemplateOperations } from './index-templates.ts'
import { indexerOperations } from './indexer.ts'
import { indexOperations } from './indices.ts'

export const storeAreaOperations = [
  ...indexerOperations,
  ...indexSetOperations,
  ...indexStrategyOperations,
  ...indexTemplateOperations,
  ...indexOperations,
  ...indexRangeOperations,
  ...deflectorOperations,
]
