import { apiDocsOperations } from './api-docs/api-docs.ts'
import { clusterOperations } from './cluster/cluster.ts'
import { clusterStatsOperations } from './cluster/cluster-stats.ts'
import { debugEventOperations } from './cluster/debug-events.ts'
import { gettingStartedOperations } from './cluster/getting-started.ts'
import { lifecycleOperations } from './cluster/lifecycle.ts'
import { serverConfigurationOperations } from './cluster/server-configuration.ts'
import { searchFieldOperations } from './fields/search-fields.ts'
import { unusualMessageOperations } from './fields/unusual-messages.ts'
import type { OperationSpec } from './http/operation.ts'
import { permissionOperations } from './identity/permissions.ts'
import { roleOperations } from './identity/roles.ts'
import { sessionOperations } from './identity/sessions.ts'
import { shareOperations } from './identity/shares.ts'
import { tokenOperations } from './identity/tokens.ts'
import { userOperations } from './identity/users.ts'
import { codecTypeOperations } from './ingest/codec-types.ts'
import { failureOperations } from './ingest/failures.ts'
import { indexerFailureOperations } from './ingest/indexer-failures.ts'
import { inputOperations } from './ingest/inputs.ts'
import { journalOperations } from './ingest/journal.ts'
import { systemJobOperations } from './jobs/system-jobs.ts'
import { liveTailOperations } from './live/live-tail.ts'
import { systemStatsOperations } from './machine/system-stats.ts'
import { metricOperations } from './metrics/metrics.ts'
import { trafficOperations } from './metrics/traffic.ts'
import { notificationOperations } from './notices/notifications.ts'
import { outputOperations } from './outputs/outputs.ts'
import { processingOperations } from './processing/processing.ts'
import { decoratorOperations } from './search/decorators.ts'
import { fieldInsightOperations } from './search/field-insights.ts'
import { messageContextOperations } from './search/message-context.ts'
import { messageExportOperations } from './search/message-export.ts'
import { messageOperations } from './search/messages.ts'
import { naturalDateOperations } from './search/natural-dates.ts'
import { patternOperations } from './search/patterns.ts'
import { searchJobOperations } from './search/search-jobs.ts'
import { searchValidationOperations } from './search/search-validation.ts'
import { searchOperations } from './search/searches.ts'
import { searchesConfigOperations } from './search/searches-config.ts'
import { universalSearchOperations } from './search/universal-search.ts'
import { deflectorOperations } from './store/deflector.ts'
import { indexRangeOperations } from './store/index-ranges.ts'
import { indexSetOperations } from './store/index-sets.ts'
import { indexStrategyOperations } from './store/index-strategies.ts'
import { indexTemplateOperations } from './store/index-templates.ts'
import { indexerOperations } from './store/indexer.ts'
import { indexOperations } from './store/indices.ts'
import { streamRuleOperations } from './streams/stream-rules.ts'
import { streamOperations } from './streams/streams.ts'
import { viewFileOperations } from './views/view-files.ts'
import { viewOperations } from './views/views.ts'

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
