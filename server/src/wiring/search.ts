/** Wires search: stored searches and views, their execution, exports, live tails and everything else that reads messages. */
import type { FieldSchema } from '@logyard/languages/query-sql/field-schema'
import type { FastifyInstance } from 'fastify'
import type { ClusterConfig } from '../cluster-config/cluster-config.ts'
import type { Identity } from '../identity/identity.ts'
import { createCodecs } from '../ingest/inputs/codecs.ts'
import type { LiveTails } from '../live/live-tails.ts'
import { createMissedMessages } from '../live/missed-messages.ts'
import { tailRoutes } from '../live/tail-routes.ts'
import type { Clock } from '../platform/clock.ts'
import type { Config } from '../platform/config.ts'
import type { Ids } from '../platform/ids.ts'
import type { Log } from '../platform/log.ts'
import type { Scheduler } from '../platform/scheduler/scheduler.ts'
import type { SettingsStore } from '../platform/settings/settings-store.ts'
import { openSearchesConfig } from '../search/config/searches-config.ts'
import { decorateMessages } from '../search/decorators/decorate-messages.ts'
import { decoratorRoutes } from '../search/decorators/decorator-routes.ts'
import { createDecorators } from '../search/decorators/decorator-service.ts'
import { createDownloads } from '../search/export/downloads.ts'
import { exportRoutes } from '../search/export/export-routes.ts'
import { createMessageExports } from '../search/export/message-exports.ts'
import { insightRoutes } from '../search/insights/insight-routes.ts'
import { createMessageContext } from '../search/insights/message-context.ts'
import { createMessageSelections } from '../search/insights/message-selections.ts'
import { universalRoutes } from '../search/legacy/universal-routes.ts'
import { createUniversalSearch } from '../search/legacy/universal-search.ts'
import { highlightMessages } from '../search/messages/highlight.ts'
import { createMessageListRunner } from '../search/messages/message-list.ts'
import { messageRoutes } from '../search/messages/message-routes.ts'
import { createParseMessage } from '../search/messages/parse-message.ts'
import { createGetMessage } from '../search/messages/stored-message.ts'
import { createPivotCache } from '../search/pivot/cache/pivot-cache.ts'
import { createPivotRunner } from '../search/pivot/pivot.ts'
import { createQueryTexts } from '../search/plan/query-texts.ts'
import { naturalDateRoutes } from '../search/ranges/natural-date-routes.ts'
import { eventListRunner } from '../search/run/event-list.ts'
import { createSearchJobs, type SearchJobLimits } from '../search/run/search-jobs.ts'
import type { SearchedIndices } from '../search/scope/searched-indices.ts'
import { searchCleanup } from '../search/search-cleanup.ts'
import { searchRoutes } from '../search/search-routes.ts'
import { createSearches } from '../search/search-service.ts'
import { searchCollection } from '../search/search-store.ts'
import { createSearchViews } from '../search/search-views.ts'
import { type AnswerMemoryLimits, createAnswerMemory } from '../search/statements/answer-memory.ts'
import { createSearchEngine, type SearchLimits } from '../search/statements/search-engine.ts'
import type { Engine } from '../store/engine/engine.ts'
import { createStreamAccess } from '../streams/stream-access.ts'
import type { Streams } from '../streams/stream-service.ts'
import { ensureSourcesDashboard } from '../views/sources-dashboard.ts'
import { createViewFiles } from '../views/view-files.ts'
import { viewRoutes } from '../views/view-routes.ts'
import { createViews } from '../views/view-service.ts'
import type { RouteContext } from './area.ts'

export type SearchFlowLimits = Partial<SearchLimits & AnswerMemoryLimits & SearchJobLimits>

export interface SearchFlowDeps {
  readonly config: Pick<Config, 'LOGYARD_LEADING_WILDCARDS' | 'LOGYARD_HIGHLIGHTING'>
  readonly settings: SettingsStore
  readonly scheduler: Pick<Scheduler, 'add'>
  readonly clusterConfig: ClusterConfig
  readonly engine: Engine
  readonly identity: Identity
  readonly streams: Pick<Streams, 'list'>
  /** The current fields of all messages. */
  readonly fields: { schema(): Promise<FieldSchema> }
  readonly tails: LiveTails
  /** Resolves once every message that is being processed now is stored. */
  readonly settled: () => Promise<void>
  readonly indices: SearchedIndices
  readonly clock: Clock
  readonly ids: Ids
  readonly log: Log
  readonly limits?: SearchFlowLimits
}

export interface SearchFlow extends AsyncDisposable {
  routes(api: FastifyInstance, context: Pick<RouteContext, 'apiUrl'>): void
  dashboardCount(): Promise<number>
  /** Installs the dashboard that a new installation comes with. */
  open(): Promise<void>
}

export async function createSearch(deps: SearchFlowDeps): Promise<SearchFlow> {
  const { config, settings, identity, clock, ids } = deps
  const log = deps.log.child({ subject: 'search' })
  await using starting = new AsyncDisposableStack()
  const engine = createSearchEngine({ engine: deps.engine, limits: deps.limits ?? {} })
  const access = createStreamAccess(deps.streams)
  const memory = createAnswerMemory(deps.limits ?? {})
  const jobs = starting.use(createSearchJobs({ clock, ids, memory, limits: deps.limits ?? {} }))

  const searchViews = createSearchViews(identity.entities)
  const pivotCache = createPivotCache({ ids })
  const messages = createMessageListRunner({
    clock,
    pivotCache,
    decorate: async (hits, list) => decorateMessages(hits, list),
    ...(config.LOGYARD_HIGHLIGHTING ? { highlight: highlightMessages } : {}),
  })
  const searches = createSearches({
    settings,
    streams: access,
    views: searchViews,
    engine,
    runners: {
      messages,
      events: eventListRunner,
      pivot: createPivotRunner({ pivotCache }),
    },
    fields: deps.fields,
    jobs,
    allowLeadingWildcard: config.LOGYARD_LEADING_WILDCARDS,
    clock,
    ids,
    log,
  })
  const views = starting.use(await createViews({ settings, identity, searches, clock, ids }))
  starting.use(
    deps.scheduler.add(
      searchCleanup({
        store: settings.collection(searchCollection),
        isShown: searchViews.isShown,
        clock,
        log,
      }),
    ),
  )

  const decorators = createDecorators({ settings, ids })
  const searchesConfig = await openSearchesConfig(deps)

  const schema = deps.fields.schema
  const selections = createMessageSelections({
    access,
    schema,
    allowLeadingWildcard: config.LOGYARD_LEADING_WILDCARDS,
    clock,
  })
  const texts = createQueryTexts(config.LOGYARD_LEADING_WILDCARDS)
  const missed = createMissedMessages({
    engine,
    schema,
    clock,
    ...(config.LOGYARD_HIGHLIGHTING ? { highlight: highlightMessages } : {}),
  })
  const exports = createMessageExports({ searches, selections })
  const downloads = createDownloads({ clock, ids })
  const universal = createUniversalSearch({
    access,
    messages,
    fields: deps.fields,
    indices: deps.indices,
    decorators,
    configs: searchesConfig,
    allowLeadingWildcard: config.LOGYARD_LEADING_WILDCARDS,
    clock,
  })
  const getMessage = createGetMessage({ engine, access, schema, indices: deps.indices, clock })
  const parseMessage = createParseMessage({ codecs: Object.values(createCodecs({ clock })), clock, ids })
  const context = createMessageContext({ engine, access, schema, clock })

  const files = createViewFiles({ views, searches, streams: deps.streams, clock })
  const running = starting.move()
  return {
    routes(api, { apiUrl }) {
      searchRoutes(api, { searches, jobs, clock, apiUrl })
      universalRoutes(api, { universal, engine, memory, clock })
      exportRoutes(api, { exports, downloads, engine, clock })
      messageRoutes(api, { getMessage, parseMessage, indices: deps.indices })
      naturalDateRoutes(api, clock)
      decoratorRoutes(api, decorators)
      insightRoutes(api, { selections, context, engine })
      tailRoutes(api, {
        tails: deps.tails,
        settled: deps.settled,
        missed,
        access,
        requireQuery: (text) => void texts.parse(text),
        clock,
      })
      viewRoutes(api, { views, files, parametersOf: searches.parametersOf })
    },
    dashboardCount: () => views.count('DASHBOARD'),
    open: () => ensureSourcesDashboard({ settings, insertingSearch: searches.inserting, clock }),
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  }
}
