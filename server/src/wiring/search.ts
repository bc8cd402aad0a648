/** Wires search: stored searches and views, their execution, and the other readers of messages. */
import type { ExplanationRequest } from '@logyard/contract/search/explanations'
import type { FastifyInstance } from 'fastify'
import type { Caller } from '../http/caller.ts'
import { openSearchesConfig } from '../search/config/searches-config.ts'
import { createDecoration } from '../search/decorators/decorate-messages.ts'
import { decoratorRoutes } from '../search/decorators/decorator-routes.ts'
import { createDecorators } from '../search/decorators/decorator-service.ts'
import { createDecoratorTypes } from '../search/decorators/decorator-types.ts'
import { explainSelection } from '../search/insights/explanations/explain-selection.ts'
import { createMatchingMessages } from '../search/insights/matching-messages.ts'
import { createMessageSelections } from '../search/insights/message-selections.ts'
import { createMessagesOfInput } from '../search/insights/messages-of-input.ts'
import { createNewestDocuments } from '../search/insights/newest-documents.ts'
import { createNewestMessages } from '../search/insights/newest-messages.ts'
import { createStoredLately } from '../search/insights/stored-lately.ts'
import { inspectionRoutes } from '../search/inspection/inspection-routes.ts'
import { createMeasures } from '../search/measures/create-measures.ts'
import { createPatternFieldMaker } from '../search/pattern-fields/make-pattern-field.ts'
import { patternFieldRoutes } from '../search/pattern-fields/pattern-field-routes.ts'
import { createReadRates } from '../search/price/read-rates.ts'
import { createProgressPoll } from '../search/progress/progress-poll.ts'
import { runningSearchRoutes } from '../search/run/running-search-routes.ts'
import { createRunningTables } from '../search/run/running-tables.ts'
import { createSearchJobs } from '../search/run/search-jobs.ts'
import { scriptingRoutes } from '../search/scripting/scripting-routes.ts'
import { searchCleanup } from '../search/search-cleanup.ts'
import { priceRoutes } from '../search/search-price/price-routes.ts'
import { searchRoutes } from '../search/search-routes.ts'
import { searchCollection } from '../search/search-store.ts'
import { sqlRoutes } from '../search/sql/sql-routes.ts'
import { createSqlTables } from '../search/sql/sql-tables.ts'
import { createAnswerMemory } from '../search/statements/answer-memory.ts'
import { createQueryTables } from '../search/steps/query-tables.ts'
import { tableRoutes } from '../search/steps/table-routes.ts'
import { ensureSourcesDashboard } from '../views/sources-dashboard.ts'
import { createViewFiles } from '../views/view-files.ts'
import { viewRoutes } from '../views/view-routes.ts'
import { createViews } from '../views/view-service.ts'
import type { RouteContext } from './area.ts'
import { loggingAs } from './logging-as.ts'
import { messageReadingRoutes } from './message-reading.ts'
import type { SearchFlowDeps } from './search-deps.ts'
import { createSearchExecution } from './search-execution.ts'

export type SearchFlow = Awaited<ReturnType<typeof createSearch>>

export async function createSearch(deps: SearchFlowDeps) {
  const { settings, identity, clock, ids } = deps
  const limits = deps.limits ?? {}
  await using starting = new AsyncDisposableStack()
  const memory = createAnswerMemory(limits)
  const progressPoll = createProgressPoll({ client: deps.engine.client, clock })
  const rates = createReadRates()
  const runs = { clock, nodeId: deps.nodeId, nodeTags: deps.nodeTags, progressPoll }
  const jobs = starting.use(createSearchJobs({ ...runs, memory, onEnd: rates.addSearch, limits }))
  const tables = createRunningTables(runs)
  const decoratorTypes = createDecoratorTypes(deps.decoratorTypes ?? [])
  const decoration = createDecoration({ ...loggingAs('decorators', deps), types: decoratorTypes })
  const execution = createSearchExecution(deps, { memory, jobs, progressPoll, decoration, rates })
  const { searches, searchViews } = execution
  const views = starting.use(await createViews({ settings, identity, searches, clock, ids }))
  const store = settings.collection(searchCollection)
  starting.use(deps.scheduler.add(searchCleanup({ ...loggingAs('search', deps), store, isShown: searchViews.isShown })))
  const decorators = createDecorators({ settings, types: decoratorTypes, ids })
  const configs = await openSearchesConfig(deps)
  const reading = {
    ...execution,
    schema: deps.fields.schema,
    allowLeadingWildcard: deps.config.LOGYARD_LEADING_WILDCARDS,
    clock,
  }
  const selections = createMessageSelections(reading)
  const files = createViewFiles({ views, searches, streams: deps.streams, clock })
  const running = starting.move()
  return {
    routes(api: FastifyInstance, { apiUrl }: Pick<RouteContext, 'apiUrl'>) {
      searchRoutes(api, { searches, jobs, nodeTags: deps.nodeTags, clock, apiUrl })
      priceRoutes(api, execution)
      inspectionRoutes(api, { searches, clock })
      runningSearchRoutes(api, { jobs, tables, nodeTags: deps.nodeTags })
      scriptingRoutes(api, { searches, clock })
      sqlRoutes(api, { tables: createSqlTables({ ...execution, selections, running: tables }), memory })
      tableRoutes(api, { tables: createQueryTables({ ...deps, ...execution, selections, running: tables }), memory })
      messageReadingRoutes(api, deps, { ...execution, selections, decorators, decoration, configs })
      patternFieldRoutes(api, {
        fields: createPatternFieldMaker({
          ...execution,
          selections,
          patternFields: deps.fields.patterns,
        }),
      })
      decoratorRoutes(api, { decorators, types: decoratorTypes })
      viewRoutes(api, { views, files, parametersOf: searches.parametersOf })
    },
    defaultView: views,
    dashboardCount: () => views.count('DASHBOARD'),
    messagesOfInput: createMessagesOfInput(reading),
    storedLately: createStoredLately(reading),
    matchingMessages: createMatchingMessages({ ...reading, selections }),
    newestMessages: createNewestMessages({ ...execution, selections }),
    newestDocuments: createNewestDocuments({ ...execution, selections }),
    access: execution.access,
    grokPatterns: deps.grokPatterns,
    engine: execution.engine,
    views,
    searches,
    explain: (caller: Caller, request: ExplanationRequest, signal: AbortSignal) =>
      explainSelection(
        { selections, engine: execution.engine.of({ user: caller.userId }), clock, signal },
        caller,
        request,
      ),
    /** Measures for the parts of the server that watch messages. */
    measures: createMeasures({ ...reading, grokPatterns: deps.grokPatterns }),
    /** Installs the dashboard that a new installation comes with. */
    open: () => ensureSourcesDashboard({ settings, insertingSearch: searches.inserting, clock }),
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  }
}
