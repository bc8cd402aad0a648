/** Wires administration: people and permissions, this node and the cluster, metrics, notices, jobs, API documents. */
import { allOperations } from '@logyard/contract/operations'
import { apiDocsRoutes } from '../api-docs/api-docs-routes.ts'
import { clusterFactsRoutes } from '../cluster/cluster-facts-routes.ts'
import { describeConfiguration } from '../cluster/server-configuration.ts'
import { grokRoutes } from '../grok/grok-routes.ts'
import { identityRoutes } from '../identity/identity-routes.ts'
import { diagnosisRoutes } from '../ingest/diagnosis/diagnosis-routes.ts'
import { createIngestDiagnosis } from '../ingest/diagnosis/ingest-diagnosis.ts'
import { createInputDiagnosis } from '../ingest/diagnosis/input-diagnosis.ts'
import { systemJobRoutes } from '../jobs/system-job-routes.ts'
import { legacyAlertCollection } from '../legacy-alerts/alert-store.ts'
import { loggerRoutes } from '../logging/logger-routes.ts'
import { API_VERSION } from '../machine/version.ts'
import { addHttpMetrics } from '../metrics/http-metrics.ts'
import { metricRoutes } from '../metrics/metric-routes.ts'
import { createTraffic } from '../metrics/traffic.ts'
import { notificationRoutes } from '../notices/notification-routes.ts'
import { WRITE_LIMIT_MS } from '../outputs/delivery-fields.ts'
import { parserToolRoutes } from '../parser-tools/parser-tool-routes.ts'
import { BUFFER_ENTRIES } from '../processing/processing.ts'
import { MAX_INSERTS } from '../processing/store/row-store.ts'
import { MAX_FAULTS } from '../processing/workers/regex-faults.ts'
import { REGEX_LIMIT_MS } from '../processing/workers/worker-thread.ts'
import { indexerRoutes, readIndexerStats } from '../store/engine/indexer-routes.ts'
import { urlWhitelistRoutes } from '../url-whitelist/url-whitelist-routes.ts'
import type { Foundation, WiredFlow } from './area.ts'
import { provideConfigDocuments } from './config-documents.ts'
import type { Ingest } from './ingest.ts'
import { addLicense } from './license.ts'
import { loggingAs } from './logging-as.ts'
import { nodeRoutes } from './node-routes.ts'
import type { ProcessingFlow } from './processing.ts'
import type { SearchFlow } from './search.ts'

export interface AdministrationDeps extends Foundation {
  readonly ingest: Ingest
  readonly processing: ProcessingFlow
  readonly search: Pick<
    SearchFlow,
    'dashboardCount' | 'defaultView' | 'matchingMessages' | 'messagesOfInput' | 'storedLately'
  >
  /** Path of the console with a slash at the end. */
  readonly consolePath: string
  /** How long each part of the node took to start. */
  readonly serviceStartsMs: () => Readonly<Record<string, number>>
}

export function createAdministration(deps: AdministrationDeps): WiredFlow & AsyncDisposable {
  const { config, settings, engine, cluster, nodeId, identity, metrics, throughput, ingest, processing } = deps
  provideConfigDocuments(deps)
  const traffic = createTraffic(loggingAs('traffic', deps))
  const diagnosis = createIngestDiagnosis({
    ...deps,
    ...ingest,
    ...deps.search,
    rules: () => ingest.pipelines.published.current().rules,
    isStoreUp: () => engine.state() === 'up',
    isPaused: () => !cluster.lifecycle.isProcessing(),
  })

  const configuration = () =>
    describeConfiguration(config, {
      threads: processing.workerCount(),
      insertsAtOnce: MAX_INSERTS,
      bufferEntries: BUFFER_ENTRIES,
      regexLimitMs: REGEX_LIMIT_MS,
      maxFaults: MAX_FAULTS,
      outputLimitMs: WRITE_LIMIT_MS,
      heartbeatMs: cluster.pace.heartbeatMs,
    })

  return {
    async routes(api, { apiUrl, files }) {
      addHttpMetrics(api, metrics)
      identityRoutes(api, identity, apiUrl)
      deps.audit.routes(api, allOperations)
      metricRoutes(api, { metrics, throughput, nodeId })
      nodeRoutes(api, { ...deps, traffic })
      addLicense(api, deps)
      loggerRoutes(api, { loggers: deps.loggers, nodeId })
      deps.clusterConfig.routes(api)
      grokRoutes(api, { grok: deps.grok, grokExtractors: () => grokExtractorsOf(ingest.extractors), apiUrl })
      deps.lookups.routes(api)
      parserToolRoutes(api, { ...deps, lookupTables: deps.lookups.registry.lookups })
      urlWhitelistRoutes(api, deps.urlWhitelist)
      notificationRoutes(api, cluster)
      systemJobRoutes(api, cluster)
      indexerRoutes(api, engine)
      clusterFactsRoutes(api, {
        traffic,
        settings,
        indexerStats: () => readIndexerStats(engine),
        streams: ingest.streams.list,
        inputs: ingest.inputs.kind.list,
        outputs: ingest.outputs.kind.list,
        extractors: ingest.extractors.all,
        alertCount: () => settings.collection(legacyAlertCollection).count(),
        async alarmCallbacks() {
          await ingest.conditions.fresh()
          return ingest.conditions.allCallbacks()
        },
        dashboardCount: deps.search.dashboardCount,
        userCount: async () => (await identity.accounts.read()).stored().length,
        configuration,
      })
      diagnosisRoutes(api, {
        diagnoseInput: createInputDiagnosis({
          nodeId,
          inputs: ingest.inputs,
          failures: ingest.failures,
          metrics,
          messagesOfInput: deps.search.messagesOfInput,
          streams: ingest.streams,
          indexSets: ingest.indexSets.sets,
        }),
        diagnoseIngest: diagnosis.diagnose,
      })
      await apiDocsRoutes(api, { operations: allOperations, version: API_VERSION, apiUrl, files })
    },
    async [Symbol.asyncDispose]() {
      diagnosis[Symbol.dispose]()
      await traffic[Symbol.asyncDispose]()
    },
  }
}

async function grokExtractorsOf({ all }: Ingest['extractors']) {
  const extractors = await all()
  return extractors.flatMap(({ id, title, type, extractor_config: { grok_pattern: pattern } }) =>
    type === 'grok' && typeof pattern === 'string' ? [{ id, title, pattern }] : [],
  )
}
