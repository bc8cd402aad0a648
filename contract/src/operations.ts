import { apiDocsOperations } from './api-docs.ts'
import { clusterOperations } from './cluster.ts'
import { clusterStatsOperations } from './cluster-stats.ts'
import { codecTypeOperations } from './codec-types.ts'
import { debugEventOperations } from './debug-events.ts'
import { decoratorOperations } from './decorators.ts'
import { deflectorOperations } from './deflector.ts'
import { failureOperations } from './failures.ts'
import { fieldInsightOperations } from './field-insights.ts'
import { gettingStartedOperations } from './getting-started.ts'
import { indexRangeOperations } from './index-ranges.ts'
import { indexSetOperations } from './index-sets.ts'
import { indexStrategyOperations } from './index-strategies.ts'
import { indexTemplateOperations } from './index-templates.ts'
import { indexerOperations } from './indexer.ts'
import { indexerFailureOperations } from './indexer-failures.ts'
import { indexOperations } from './indices.ts'
import { inputOperations } from './inputs.ts'
import { journalOperations } from './journal.ts'
import { lifecycleOperations } from './lifecycle.ts'
import { liveTailOperations } from './live-tail.ts'
import { messageContextOperations } from './message-context.ts'
import { messageExportOperations } from './message-export.ts'
import { messageOperations } from './messages.ts'
import { metricOperations } from './metrics.ts'
import { naturalDateOperations } from './natural-dates.ts'
import { notificationOperations } from './notifications.ts'
import type { OperationSpec } from './operation.ts'
import { outputOperations } from './outputs.ts'
import { patternOperations } from './patterns.ts'
import { permissionOperations } from './permissions.ts'
import { processingOperations } from './processing.ts'
import { roleOperations } from './roles.ts'
import { searchFieldOperations } from './search-fields.ts'
import { searchJobOperations } from './search-jobs.ts'
import { searchValidationOperations } from './search-validation.ts'
import { searchOperations } from './searches.ts'
import { searchesConfigOperations } from './searches-config.ts'
import { serverConfigurationOperations } from './server-configuration.ts'
import { sessionOperations } from './sessions.ts'
import { shareOperations } from './shares.ts'
import { streamRuleOperations } from './stream-rules.ts'
import { streamOperations } from './streams.ts'
import { systemJobOperations } from './system-jobs.ts'
import { systemStatsOperations } from './system-stats.ts'
import { tokenOperations } from './tokens.ts'
import { trafficOperations } from './traffic.ts'
import { universalSearchOperations } from './universal-search.ts'
import { unusualMessageOperations } from './unusual-messages.ts'
import { userOperations } from './users.ts'
import { viewFileOperations } from './view-files.ts'
import { viewOperations } from './views.ts'

/** Every call that Logyard serves. */
export const allOperations: readonly OperationSpec[] = [
  ...sessionOperations,
  ...permissionOperations,
  ...userOperations,
  ...tokenOperations,
  ...roleOperations,
  ...shareOperations,
  ...clusterOperations,
  ...lifecycleOperations,
  ...journalOperations,
  ...processingOperations,
  ...debugEventOperations,
  ...gettingStartedOperations,
  ...systemStatsOperations,
  ...trafficOperations,
  ...clusterStatsOperations,
  ...serverConfigurationOperations,
  ...notificationOperations,
  ...systemJobOperations,
  ...indexerOperations,
  ...indexSetOperations,
  ...indexStrategyOperations,
  ...indexTemplateOperations,
  ...indexOperations,
  ...indexRangeOperations,
  ...deflectorOperations,
  ...indexerFailureOperations,
  ...failureOperations,
  ...metricOperations,
  ...inputOperations,
  ...codecTypeOperations,
  ...streamOperations,
  ...streamRuleOperations,
  ...outputOperations,
  ...unusualMessageOperations,
  ...searchOperations,
  ...searchJobOperations,
  ...searchValidationOperations,
  ...searchFieldOperations,
  ...decoratorOperations,
  ...universalSearchOperations,
  ...messageExportOperations,
  ...messageOperations,
  ...naturalDateOperations,
  ...searchesConfigOperations,
  ...fieldInsightOperations,
  ...liveTailOperations,
  ...messageContextOperations,
  ...patternOperations,
  ...viewOperations,
  ...viewFileOperations,
  ...apiDocsOperations,
]
