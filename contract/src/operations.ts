import { alertsAreaOperations } from './alerts/alerts-operations.ts'
import { apiDocsOperations } from './api-docs/api-docs.ts'
import { auditOperations } from './audit/audit.ts'
import { clusterAreaOperations } from './cluster/cluster-operations.ts'
import { clusterConfigOperations } from './cluster-config/cluster-config.ts'
import { contentPacksAreaOperations } from './content-packs/content-packs-operations.ts'
import { eventNotificationOperations } from './event-notifications/event-notifications.ts'
import { eventsAreaOperations } from './events/events-operations.ts'
import { extractorOperations } from './extractors/extractors-operations.ts'
import { fieldsAreaOperations } from './fields/fields-operations.ts'
import { grokPatternOperations } from './grok/grok-patterns.ts'
import type { OperationSpec } from './http/operation.ts'
import { identityAreaOperations } from './identity/identity-operations.ts'
import { ingestAreaOperations } from './ingest/ingest-operations.ts'
import { systemJobOperations } from './jobs/system-jobs.ts'
import { legacyAlertsAreaOperations } from './legacy-alerts/legacy-alerts-operations.ts'
import { licenseOperations } from './license/license.ts'
import { liveTailOperations } from './live/live-tail.ts'
import { loggerOperations } from './logging/loggers.ts'
import { lookupAreaOperations } from './lookup/lookup-operations.ts'
import { systemStatsOperations } from './machine/system-stats.ts'
import { mailOperations } from './mail/mail.ts'
import { metricsAreaOperations } from './metrics/metrics-operations.ts'
import { notificationOperations } from './notices/notifications.ts'
import { outputOperations } from './outputs/outputs.ts'
import { parserToolOperations } from './parser-tools/parser-tools.ts'
import { pipelinesAreaOperations } from './pipelines/pipelines-operations.ts'
import { messageProcessorOperations } from './processing/message-processors.ts'
import { processingOperations } from './processing/processing.ts'
import { schedulerOperations } from './scheduler/scheduler.ts'
import { searchAreaOperations } from './search/search-operations.ts'
import { sidecarsAreaOperations } from './sidecars/sidecars-operations.ts'
import { storeAreaOperations } from './store/store-operations.ts'
import { streamsAreaOperations } from './streams/streams-operations.ts'
import { supportOperations } from './support/support-bundle.ts'
import { urlWhitelistOperations } from './url-whitelist/url-whitelist.ts'
import { viewsAreaOperations } from './views/views-operations.ts'

const operations = [
  ...identityAreaOperations,
  ...auditOperations,
  ...clusterAreaOperations,
  ...clusterConfigOperations,
  ...ingestAreaOperations,
  ...extractorOperations,
  ...processingOperations,
  ...pipelinesAreaOperations,
  ...messageProcessorOperations,
  ...systemStatsOperations,
  ...loggerOperations,
  ...licenseOperations,
  ...metricsAreaOperations,
  ...notificationOperations,
  ...supportOperations,
  ...systemJobOperations,
  ...storeAreaOperations,
  ...sidecarsAreaOperations,
  ...contentPacksAreaOperations,
  ...streamsAreaOperations,
  ...outputOperations,
  ...fieldsAreaOperations,
  ...schedulerOperations,
  ...alertsAreaOperations,
  ...searchAreaOperations,
  ...liveTailOperations,
  ...viewsAreaOperations,
  ...eventsAreaOperations,
  ...eventNotificationOperations,
  ...mailOperations,
  ...legacyAlertsAreaOperations,
  ...grokPatternOperations,
  ...parserToolOperations,
  ...lookupAreaOperations,
  ...urlWhitelistOperations,
  ...apiDocsOperations,
] as const

/** Every operation that Logyard serves, by area. */
export const allOperations: readonly OperationSpec[] = operations

/** The name of an operation, as a type: to name operations without loading them. */
export type OperationId = (typeof operations)[number]['id']
