import { decoratorOperations } from './decorators.ts'
import { fieldInsightOperations } from './field-insights.ts'
import { messageContextOperations } from './message-context.ts'
import { messageExportOperations } from './message-export.ts'
import { messageOperations } from './messages.ts'
import { naturalDateOperations } from './natural-dates.ts'
import { patternOperations } from './patterns.ts'
import { queryHintOperations } from './query-hints.ts'
import { searchJobOperations } from './search-jobs.ts'
import { searchValidationOperations } from './search-validation.ts'
import { searchOperations } from './searches.ts'
import { searchesConfigOperations } from './searches-config.ts'
import { universalSearchOperations } from './universal-search.ts'

export const searchAreaOperations = [
  ...searchOperations,
  ...searchJobOperations,
  ...searchValidationOperations,
  ...decoratorOperations,
  ...universalSearchOperations,
  ...messageExportOperations,
  ...messageOperations,
  ...naturalDateOperations,
  ...searchesConfigOperations,
  ...fieldInsightOperations,
  ...queryHintOperations,
  ...messageContextOperations,
  ...patternOperations,
]
