import * as mcp from './agents/mcp.ts'
import * as alertEvidence from './alerts/alert-evidence.ts'
import * as alerts from './alerts/alerts.ts'
import * as incidents from './alerts/incidents.ts'
import * as quietTimes from './alerts/quiet-times.ts'
import * as apiDocs from './api-docs/api-docs.ts'
import * as audit from './audit/audit.ts'
import * as cluster from './cluster/cluster.ts'
import * as clusterStats from './cluster/cluster-stats.ts'
import * as debugEvents from './cluster/debug-events.ts'
import * as gettingStarted from './cluster/getting-started.ts'
import * as lifecycle from './cluster/lifecycle.ts'
import * as serverConfiguration from './cluster/server-configuration.ts'
import * as clusterConfig from './cluster-config/cluster-config.ts'
import * as catalog from './content-packs/catalog.ts'
import * as configurationProposals from './content-packs/configuration-proposals.ts'
import * as configurationText from './content-packs/configuration-text.ts'
import * as contentPacks from './content-packs/content-packs.ts'
import * as gallery from './content-packs/gallery.ts'
import * as upgrades from './content-packs/upgrades.ts'
import * as eventNotifications from './event-notifications/event-notifications.ts'
import * as backTest from './events/back-test.ts'
import * as definitionRuns from './events/definition-runs.ts'
import * as eventDefinitions from './events/event-definitions.ts'
import * as events from './events/events.ts'
import * as extractors from './extractors/extractors.ts'
import * as tryExtractor from './extractors/try-extractor.ts'
import * as patternFields from './fields/pattern-fields.ts'
import * as searchFields from './fields/search-fields.ts'
import * as unusualMessages from './fields/unusual-messages.ts'
import * as grokPatterns from './grok/grok-patterns.ts'
import { kindsOf } from './http/crud.ts'
import { type OperationSpec, operationsOf } from './http/operation.ts'
import * as authServices from './identity/auth-services.ts'
import * as oidc from './identity/oidc.ts'
import * as permissions from './identity/permissions.ts'
import * as roles from './identity/roles.ts'
import * as sessions from './identity/sessions.ts'
import * as shares from './identity/shares.ts'
import * as signInNotice from './identity/sign-in-notice.ts'
import * as tokens from './identity/tokens.ts'
import * as trustedHeader from './identity/trusted-header.ts'
import * as users from './identity/users.ts'
import * as codecTypes from './ingest/codec-types.ts'
import * as failures from './ingest/failures.ts'
import * as indexerFailures from './ingest/indexer-failures.ts'
import * as ingestDiagnosis from './ingest/ingest-diagnosis.ts'
import * as inputDiagnosis from './ingest/input-diagnosis.ts'
import * as inputs from './ingest/inputs.ts'
import * as journal from './ingest/journal.ts'
import * as systemJobs from './jobs/system-jobs.ts'
import * as alarmCallbacks from './legacy-alerts/alarm-callbacks.ts'
import * as alertConditions from './legacy-alerts/alert-conditions.ts'
import * as legacyAlerts from './legacy-alerts/legacy-alerts.ts'
import * as license from './license/license.ts'
import * as liveTail from './live/live-tail.ts'
import * as loggers from './logging/loggers.ts'
import * as dataAdapters from './lookup/data-adapters.ts'
import * as lookupCaches from './lookup/lookup-caches.ts'
import * as lookupErrors from './lookup/lookup-errors.ts'
import * as lookupTables from './lookup/lookup-tables.ts'
import * as lookupValues from './lookup/lookup-values.ts'
import * as tablesOfFiles from './lookup/tables-of-files.ts'
import * as systemStats from './machine/system-stats.ts'
import * as mail from './mail/mail.ts'
import * as metrics from './metrics/metrics.ts'
import * as prometheus from './metrics/prometheus.ts'
import * as traffic from './metrics/traffic.ts'
import * as notifications from './notices/notifications.ts'
import * as outputs from './outputs/outputs.ts'
import * as regexTools from './parser-tools/regex-tools.ts'
import * as structureTools from './parser-tools/structure-tools.ts'
import * as textTools from './parser-tools/text-tools.ts'
import * as pipelineConnections from './pipelines/pipeline-connections.ts'
import * as pipelines from './pipelines/pipelines.ts'
import * as ruleFunctions from './pipelines/rule-functions.ts'
import * as rulePlaces from './pipelines/rule-places.ts'
import * as ruleSwitches from './pipelines/rule-switches.ts'
import * as ruleVersions from './pipelines/rule-versions.ts'
import * as rules from './pipelines/rules.ts'
import * as simulator from './pipelines/simulator.ts'
import * as trials from './pipelines/trials.ts'
import * as messageProcessors from './processing/message-processors.ts'
import * as processing from './processing/processing.ts'
import * as scheduler from './scheduler/scheduler.ts'
import * as decorators from './search/decorators.ts'
import * as explanations from './search/explanations.ts'
import * as fieldInsights from './search/field-insights.ts'
import * as frozenLinks from './search/frozen-links.ts'
import * as messageContext from './search/message-context.ts'
import * as messageExport from './search/message-export.ts'
import * as messages from './search/messages.ts'
import * as naturalDates from './search/natural-dates.ts'
import * as patterns from './search/patterns.ts'
import * as queryHints from './search/query-hints.ts'
import * as runningSearches from './search/running-searches.ts'
import * as scripting from './search/scripting.ts'
import * as searchInspection from './search/search-inspection.ts'
import * as searchJobs from './search/search-jobs.ts'
import * as searchPrice from './search/search-price.ts'
import * as searchValidation from './search/search-validation.ts'
import * as searches from './search/searches.ts'
import * as searchesConfig from './search/searches-config.ts'
import * as sql from './search/sql.ts'
import * as queryTables from './search/tables.ts'
import * as universalSearch from './search/universal-search.ts'
import * as collectors from './sidecars/collectors.ts'
import * as configurations from './sidecars/configurations.ts'
import * as sidecars from './sidecars/sidecars.ts'
import * as variables from './sidecars/variables.ts'
import * as coldStorage from './store/cold-storage.ts'
import * as deflector from './store/deflector.ts'
import * as indexRanges from './store/index-ranges.ts'
import * as indexSets from './store/index-sets.ts'
import * as indexStrategies from './store/index-strategies.ts'
import * as indexTemplates from './store/index-templates.ts'
import * as indexer from './store/indexer.ts'
import * as indices from './store/indices.ts'
import * as ruleMatches from './streams/rule-matches.ts'
import * as streamColumns from './streams/stream-columns.ts'
import * as streamRules from './streams/stream-rules.ts'
import * as streams from './streams/streams.ts'
import * as supportBundle from './support/support-bundle.ts'
import * as urlWhitelist from './url-whitelist/url-whitelist.ts'
import * as viewFiles from './views/view-files.ts'
import * as views from './views/views.ts'

const modules = [
  sessions,
  permissions,
  users,
  tokens,
  roles,
  shares,
  authServices,
  oidc,
  trustedHeader,
  signInNotice,
  mcp,
  audit,
  cluster,
  lifecycle,
  debugEvents,
  gettingStarted,
  clusterStats,
  serverConfiguration,
  clusterConfig,
  journal,
  indexerFailures,
  failures,
  inputs,
  ingestDiagnosis,
  inputDiagnosis,
  codecTypes,
  extractors,
  tryExtractor,
  processing,
  rules,
  ruleFunctions,
  pipelines,
  pipelineConnections,
  simulator,
  ruleVersions,
  rulePlaces,
  ruleSwitches,
  trials,
  messageProcessors,
  systemStats,
  loggers,
  license,
  traffic,
  metrics,
  prometheus,
  notifications,
  supportBundle,
  systemJobs,
  indexer,
  indexSets,
  coldStorage,
  indexStrategies,
  indexTemplates,
  indices,
  indexRanges,
  deflector,
  sidecars,
  collectors,
  configurations,
  variables,
  contentPacks,
  catalog,
  upgrades,
  gallery,
  configurationText,
  configurationProposals,
  streamColumns,
  streams,
  streamRules,
  ruleMatches,
  outputs,
  unusualMessages,
  searchFields,
  scheduler,
  alerts,
  alertEvidence,
  incidents,
  quietTimes,
  searches,
  searchJobs,
  searchValidation,
  decorators,
  frozenLinks,
  patternFields,
  universalSearch,
  scripting,
  sql,
  queryTables,
  messageExport,
  messages,
  naturalDates,
  searchesConfig,
  explanations,
  fieldInsights,
  queryHints,
  runningSearches,
  searchInspection,
  searchPrice,
  messageContext,
  patterns,
  liveTail,
  views,
  viewFiles,
  definitionRuns,
  eventDefinitions,
  backTest,
  events,
  eventNotifications,
  mail,
  legacyAlerts,
  alertConditions,
  alarmCallbacks,
  grokPatterns,
  regexTools,
  textTools,
  structureTools,
  lookupTables,
  lookupCaches,
  dataAdapters,
  lookupErrors,
  lookupValues,
  tablesOfFiles,
  urlWhitelist,
  apiDocs,
] as const

/** Every operation that Logyard serves: those that these modules export. */
export const allOperations: readonly OperationSpec[] = operationsOf(...modules)

/** Every kind of objects whose operations `crud` describes. */
export const allKinds = kindsOf(...modules)

type Exported<Module> = Module extends unknown ? Module[keyof Module] : never

/** The name of an operation, as a type: to name operations without loading them. */
export type OperationId = Extract<Exported<(typeof modules)[number]>, OperationSpec>['id']
