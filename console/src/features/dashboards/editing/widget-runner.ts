/**
 * The executions of a dashboard's widgets. Only what is shown is asked: the widgets of the open page, all of them in
 * one job, or after a change just those that ask for something else now. A widget belongs to the newest run that
 * asked for it; until that has an answer, what it showed before stays.
 */
import type { ExecutionState, QueryResult, SearchJob } from '@logyard/contract/search/search-jobs'
import { createSearch } from '@logyard/contract/search/searches'
import type { Widget } from '@logyard/contract/views/view-state'
import type { Call } from '../../../api/api-client.ts'
import { ApiError } from '../../../api/api-error.ts'
import type { DashboardDocument, DashboardPage } from '../../../view-document/dashboards/dashboard-document.ts'
import { type PlannedQuery, planQuery } from '../../../view-document/dashboards/dashboard-search.ts'
import { executeJob } from '../../../view-document/execution/search-job.ts'
import { createStore } from '../../../view-document/execution/store.ts'
import type { Ids } from '../../../view-document/model/random-ids.ts'
import { askedBy, type Compared } from '../../../view-document/model/widget-search-types.ts'

/** What is to be shown. */
export interface Wanted {
  readonly page: DashboardPage
  readonly parameters: DashboardDocument['parameters']
  readonly state: ExecutionState
  readonly compared: Compared
  /** Whether the parameters that it uses have their values. */
  readonly isReady: (widget: Widget) => boolean
  readonly parametersOf: (widget: Widget) => readonly string[]
}

/** What came out for one widget. */
export interface WidgetOutcome {
  readonly asked: string
  readonly searchId: string
  readonly state: ExecutionState
  readonly searchTypeIds: readonly string[]
  /** Shared with the widgets of the same job. */
  readonly query: QueryResult
}

export interface RunnerState {
  /** By widget. */
  readonly outcomes: ReadonlyMap<string, WidgetOutcome>
  /** The widgets whose newer results are on their way. */
  readonly loading: ReadonlySet<string>
  readonly isRunning: boolean
  /** How long the last job of the whole page took, and when it was asked for. */
  readonly executed: { readonly durationMs: number; readonly at: string } | undefined
  /** Why the last run came to nothing. */
  readonly error: Error | undefined
  /** How many runs came to an end. */
  readonly finished: number
}

interface Run {
  readonly abort: AbortController
  readonly widgets: Set<string>
}

/** What each widget asked, by its id. */
type Asked = ReadonlyMap<string, string>

interface StoredSearch extends PlannedQuery {
  readonly key: string
  readonly id: string
}

/** Searches that are kept to be executed again as they are: that of the page, and a few of single widgets. */
const KEPT_SEARCHES = 4

export interface WidgetRunnerDeps {
  readonly call: Call
  readonly ids: Ids
}

export function createWidgetRunner({ call, ids }: WidgetRunnerDeps) {
  const store = createStore<RunnerState>({
    outcomes: new Map(),
    loading: new Set(),
    isRunning: false,
    executed: undefined,
    error: undefined,
    finished: 0,
  })
  const runs = new Set<Run>()
  /** Which run brings a widget's next result, and what it was asked. */
  const awaited = new Map<string, { readonly run: Run; readonly asked: string }>()
  let kept: readonly StoredSearch[] = []

  const become = (changes: Partial<RunnerState>) =>
    store.set({ ...store.get(), ...changes, loading: new Set(awaited.keys()), isRunning: runs.size > 0 })

  function leave(run: Run, widgetId: string): void {
    run.widgets.delete(widgetId)
    if (run.widgets.size > 0) return
    run.abort.abort()
    runs.delete(run)
  }

  async function storedSearch(
    wanted: Wanted,
    widgets: readonly Widget[],
    extendSession: boolean,
  ): Promise<StoredSearch> {
    const { page, parameters, compared } = wanted
    const key = JSON.stringify([
      page.id,
      page.query,
      parameters,
      widgets.map((widget) => [widget.id, askedBy(widget, compared)]),
    ])
    const known = kept.find((one) => one.key === key)
    if (known !== undefined) return known
    const planned = { ...planQuery(page, widgets, compared, ids), key, id: ids.objectId() }
    const body = { id: planned.id, queries: [planned.query], parameters: [...parameters] }
    await call(createSearch, { body, ...(extendSession ? {} : { extendSession: false as const }) })
    kept = [planned, ...kept].slice(0, KEPT_SEARCHES)
    return planned
  }

  async function execute(wanted: Wanted, widgets: readonly Widget[], run: Run, asked: Asked, extendSession: boolean) {
    const { signal } = run.abort
    const search = await storedSearch(wanted, widgets, extendSession)
    signal.throwIfAborted()
    const onProgress = (job: SearchJob) => showFinished(run, search, wanted, job, asked)
    const options = { signal, extendSession, onProgress, isPartial: true }
    try {
      return { search, job: await executeJob(call, search.id, wanted.state, options) }
    } catch (error) {
      // Searches that no view refers to are cleaned up after days; a screen on a wall shows them for longer.
      if (signal.aborted || !(error instanceof ApiError) || error.status !== 404) throw error
      kept = []
      const again = await storedSearch(wanted, widgets, extendSession)
      return { search: again, job: await executeJob(call, again.id, wanted.state, options) }
    }
  }

  async function start(wanted: Wanted, widgets: readonly Widget[], { isAutomatic = false } = {}): Promise<void> {
    const asking = widgets.filter((widget) => askedBy(widget, wanted.compared) !== NOTHING && wanted.isReady(widget))
    if (asking.length === 0) return
    const run: Run = { abort: new AbortController(), widgets: new Set(asking.map(({ id }) => id)) }
    for (const { id } of asking) {
      const before = awaited.get(id)
      if (before !== undefined) leave(before.run, id)
    }
    runs.add(run)
    const asked = new Map(asking.map((widget) => [widget.id, askedOf(wanted, widget)]))
    for (const [id, key] of asked) awaited.set(id, { run, asked: key })
    become({ error: undefined })
    try {
      const { search, job } = await execute(wanted, asking, run, asked, !isAutomatic)
      settle(run, search, wanted, job, asked)
    } catch (error) {
      if (run.abort.signal.aborted) return
      end(run)
      become({ error: error instanceof Error ? error : new Error(String(error)) })
    }
  }

  function settle(run: Run, search: StoredSearch, { page, state }: Wanted, job: SearchJob, asked: Asked) {
    const query = job.results[page.id]
    const outcomes = new Map(store.get().outcomes)
    if (query !== undefined) {
      for (const id of run.widgets) {
        const searchTypeIds = search.mapping[id] ?? []
        outcomes.set(id, { asked: asked.get(id) ?? '', searchId: search.id, state, searchTypeIds, query })
      }
    }
    end(run)
    const executed =
      query === undefined
        ? {}
        : { executed: { durationMs: query.execution_stats.duration, at: query.execution_stats.timestamp } }
    become({ outcomes, ...executed, finished: store.get().finished + 1 })
  }

  /** Widgets that are through need not wait for a slow one. */
  function showFinished(run: Run, search: StoredSearch, { page, state }: Wanted, job: SearchJob, asked: Asked): void {
    const query = job.partial_results?.[page.id]
    if (query === undefined) return
    const failed = new Set(query.errors.map(({ search_type_id: id }) => id))
    const isThrough = (id: string) => failed.has(id) || query.search_types[id]?.type === 'pivot'
    const outcomes = new Map(store.get().outcomes)
    for (const id of [...run.widgets]) {
      const searchTypeIds = search.mapping[id] ?? []
      if (!searchTypeIds.every(isThrough)) continue
      outcomes.set(id, { asked: asked.get(id) ?? '', searchId: search.id, state, searchTypeIds, query })
      run.widgets.delete(id)
      awaited.delete(id)
    }
    become({ outcomes })
  }

  function end(run: Run): void {
    runs.delete(run)
    for (const [id, { run: its }] of awaited) if (its === run) awaited.delete(id)
  }

  /** Gives up what brings results that nobody looks at any more, and forgets what is not there any more. */
  function keepOnly(shown: ReadonlySet<string>, existing: ReadonlySet<string>): void {
    for (const [id, { run }] of awaited) {
      if (shown.has(id)) continue
      leave(run, id)
      awaited.delete(id)
    }
    const { outcomes } = store.get()
    const isAllThere = [...outcomes.keys()].every((id) => existing.has(id))
    become(isAllThere ? {} : { outcomes: new Map([...outcomes].filter(([id]) => existing.has(id))) })
  }

  /** Other messages of one message list, of the same instant; nothing else is asked again. */
  async function loadPage(widgetId: string, searchTypeId: string, limit: number, offset: number): Promise<void> {
    const outcome = store.get().outcomes.get(widgetId)
    const old = outcome?.query.search_types[searchTypeId]
    if (outcome === undefined || old?.type !== 'messages') return
    const run: Run = { abort: new AbortController(), widgets: new Set([widgetId]) }
    const before = awaited.get(widgetId)
    if (before !== undefined) leave(before.run, widgetId)
    runs.add(run)
    awaited.set(widgetId, { run, asked: outcome.asked })
    become({ error: undefined })
    const override = outcome.state.global_override
    const state: ExecutionState = {
      ...outcome.state,
      global_override: {
        ...(override?.query ? { query: override.query } : {}),
        timerange: old.effective_timerange,
        keep_search_types: [searchTypeId],
        search_types: { [searchTypeId]: { limit, offset } },
      },
    }
    try {
      const options = { signal: run.abort.signal, extendSession: true, onProgress: () => undefined }
      const job = await executeJob(call, outcome.searchId, state, options)
      const [query] = Object.values(job.results)
      end(run)
      const outcomes = new Map(store.get().outcomes)
      if (query !== undefined) outcomes.set(widgetId, { ...outcome, query })
      become({ outcomes })
    } catch (error) {
      if (run.abort.signal.aborted) return
      end(run)
      become({ error: error instanceof Error ? error : new Error(String(error)) })
    }
  }

  return {
    state: store.get,
    subscribe: store.subscribe,
    /** All widgets of the page, whatever is known of them. */
    refresh: (wanted: Wanted, options: { readonly isAutomatic?: boolean } = {}) =>
      start(wanted, wanted.page.state.widgets, options),
    /** Those that ask for something else than what they show or wait for. */
    update(wanted: Wanted) {
      const { outcomes } = store.get()
      const changed = wanted.page.state.widgets.filter(
        (widget) => (awaited.get(widget.id) ?? outcomes.get(widget.id))?.asked !== askedOf(wanted, widget),
      )
      return start(wanted, changed)
    },
    keepOnly,
    loadPage,
    /** What runs is given up, on the server as well. */
    stop() {
      for (const run of runs) run.abort.abort()
      runs.clear()
      awaited.clear()
      become({})
    },
  }
}

/** A text, for example, has no question to the server. */
const NOTHING = '[]'

/** Everything that the result of a widget depends on, but the time. */
function askedOf({ page, parameters, state, compared, parametersOf }: Wanted, widget: Widget): string {
  const used = new Set(parametersOf(widget))
  const declared = parameters.filter(({ name }) => used.has(name))
  const bound = Object.entries(state.parameter_bindings ?? {}).filter(([name]) => used.has(name))
  return JSON.stringify([askedBy(widget, compared), page.id, page.query, declared, bound, state.global_override])
}
