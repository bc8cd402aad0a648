/** Edits one search page. A submitted query always runs; other changes run it only if results depend on them. */
import { getSearchJob } from '@logyard/contract/search/search-jobs'
import { createSearch, describeSearch, getSearch, type SearchQuery } from '@logyard/contract/search/searches'
import type { ViewState } from '@logyard/contract/views/view-state'
import type { View } from '@logyard/contract/views/views'
import type { Call } from '../../../api/api-client.ts'
import { ApiError } from '../../../api/api-error.ts'
import { changed } from '../../../view-document/editing/history.ts'
import { createViewEditor, type EditingState, openedState } from '../../../view-document/editing/view-editor.ts'
import { type PlannedQuery, planQuery } from '../../../view-document/execution/planned-query.ts'
import type { PrepareOptions, StoredSearch } from '../../../view-document/execution/run-request.ts'
import { draftOf } from '../../../view-document/execution/stored-searches.ts'
import { createViewRunner } from '../../../view-document/execution/view-runner.ts'
import type { Ids } from '../../../view-document/model/random-ids.ts'
import {
  type Compared,
  changesResults,
  requestedByAll,
  withMapping,
} from '../../../view-document/model/widget-search-types.ts'
import {
  bindingsOf,
  isComplete,
  type ParameterGaps,
  type ParameterValues,
  parameterGaps,
  usedParameters,
} from '../../../view-document/parameters/parameters.ts'
import { withSteps } from './saved-steps.ts'
import { filterOf, isSameQuery, type QuerySettings, type SearchDocument } from './search-document.ts'

export type SessionState = EditingState<SearchDocument>

export interface SearchSessionDeps {
  readonly call: Call
  readonly ids: Ids
  readonly now: () => number
  readonly document: SearchDocument
  readonly view: View | undefined
  /** The document as it was saved; for a new search the document itself. */
  readonly saved: SearchDocument
  readonly values?: ParameterValues
  readonly compared?: Compared
  /** An execution of the document whose result is shown first. */
  readonly jobId?: string | undefined
}

export function createSearchSession({ call, ids, now, jobId, ...opened }: SearchSessionDeps) {
  const runner = createViewRunner({ call, now })
  const editor = createViewEditor<SearchDocument, SessionState>({
    runner,
    initial: openedState(opened, runner),
    executeChanges: (before) => {
      if (needsRun(before, editor.state())) run()
    },
  })

  let startedJob = jobId

  function run({ isAutomatic = false } = {}): void {
    const { history, values, compared } = editor.state()
    const { present } = history
    const started = startedJob
    startedJob = undefined
    const prepare = async (options: PrepareOptions) =>
      (started === undefined ? undefined : await startedSearch(call, started, planSearch(present, compared, ids))) ??
      (await storeSearch({ call, ids }, present, { values, compared }, options))
    const request = {
      queryId: present.queryId,
      state: executionStateOf(present, values),
      requested: requestedByAll(present.page.widgets, compared),
      replacesAll: true,
      showsPartial: false,
      prepare,
    }
    void runner.run(request, { isAutomatic })
  }

  return {
    ...editor,
    run,
    stop: runner.stop,
    keep: runner.keep,
    /** Searches that run for long, or are kept, go on in the background. */
    leave: runner.leave,
    /** Runs an unchanged query, too: relative ranges have moved since. */
    submit(query: QuerySettings): void {
      const { history } = editor.state()
      const old = history.present
      if (!isSameQuery(old.query, query)) editor.become({ history: changed(history, { ...old, query }) })
      run()
    },
    /** Returns to the saved or the new search; this can be undone. */
    discardChanges: () => editor.change(() => editor.state().saved),
    changePage: (update: (old: ViewState) => ViewState) => editor.change((old) => ({ ...old, page: update(old.page) })),
    setValue(name: string, value: string): void {
      editor.become({ values: { ...editor.state().values, [name]: value } })
    },
    /** The search to store, and the page as the view refers to it. */
    content: () => storedContent(editor.present(), ids),
  }
}
export type SearchSession = ReturnType<typeof createSearchSession>

/**
 * The search of an execution that was started before, if it is what the document plans now: the same search types in the same
 * order, which have other ids. Undefined if it is another, or is gone.
 */
async function startedSearch(call: Call, jobId: string, planned: PlannedQuery): Promise<StoredSearch | undefined> {
  try {
    const { search_id } = await call(getSearchJob, { params: { jobId } })
    const { queries } = await call(getSearch, { params: { id: search_id } })
    const [query] = queries
    const typesOf = (one: SearchQuery | undefined) => (one?.search_types ?? []).map(({ type }) => type).join()
    const isSame =
      query?.query.query_string === planned.query.query.query_string && typesOf(query) === typesOf(planned.query)
    if (query === undefined || !isSame) return undefined
    const stored = query.search_types ?? []
    const ids = new Map((planned.query.search_types ?? []).map(({ id }, at) => [id, stored[at]?.id ?? id]))
    const mapping = Object.entries(planned.mapping).map(([widget, types]) => [
      widget,
      types.map((id) => ids.get(id) ?? id),
    ])
    return { id: search_id, query, mapping: Object.fromEntries(mapping), jobId }
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return undefined
    throw error
  }
}

/** Stores the search under a new id; `undefined` as long as a parameter that it uses lacks a declaration or a value. */
async function storeSearch(
  { call, ids }: Pick<SearchSessionDeps, 'call' | 'ids'>,
  document: SearchDocument,
  { values, compared }: Pick<SessionState, 'values' | 'compared'>,
  { extendSession }: PrepareOptions,
): Promise<StoredSearch | undefined> {
  const { queryId, parameters } = document
  const search = { ...planSearch(document, compared, ids), id: ids.objectId() }
  const options = { body: draftOf(search, parameters), ...(extendSession ? {} : { extendSession }) }
  const [, metadata] = await Promise.all([call(createSearch, options), call(describeSearch, options)])
  const used = metadata.query_metadata[queryId]?.used_parameters_names ?? []
  return isComplete(parameterGaps(used, parameters, values)) ? search : undefined
}

function storedContent(document: SearchDocument, ids: Ids) {
  const { query, mapping } = planSearch(document, new Map(), ids)
  const id = ids.objectId()
  return {
    search: { id, queries: [query], parameters: [...document.parameters] },
    view: {
      search_id: id,
      state: { [document.queryId]: withSteps(withMapping(document.page, mapping), document.query.steps, ids) },
    },
  }
}

function needsRun(before: SessionState, after: SessionState): boolean {
  const old = before.history.present
  const { query, parameters, page } = after.history.present
  const left = new Set(page.widgets.map(({ id }) => id))
  return (
    !isSameQuery(old.query, query) ||
    old.parameters !== parameters ||
    // The results of the other widgets stay valid when a widget is removed.
    changesResults(
      old.page.widgets.filter(({ id }) => left.has(id)),
      page.widgets,
      before.compared,
      after.compared,
    )
  )
}

/** The parameters that the texts of a document use, without a declaration or without a value. */
export function gapsOf(document: SearchDocument, values: ParameterValues): ParameterGaps {
  return parameterGaps(usedIn(document), document.parameters, values)
}

export const usedIn = (document: SearchDocument): readonly string[] =>
  usedParameters([planSearch(document, new Map(), { uuid: () => '' }).query])

/** What would be executed, with the same ids each time, so that equal documents give equal drafts. */
export function draftedSearch(
  document: SearchDocument,
  { values, compared }: Pick<SessionState, 'values' | 'compared'>,
) {
  let used = 0
  const { query } = planSearch(document, compared, { uuid: () => `search-type-${used++}` })
  const { parameters } = document
  return {
    search: { queries: [query], parameters: [...parameters] },
    execution_state: executionStateOf(document, values),
  }
}

/** From the edited document to the search that the server executes. */
const planSearch = (document: SearchDocument, compared: Compared, ids: Pick<Ids, 'uuid'>): PlannedQuery =>
  planQuery({ id: document.queryId, query: baseQuery(document) }, document.page.widgets, compared, ids)

function baseQuery({ query }: SearchDocument): Pick<SearchQuery, 'query' | 'timerange' | 'filter'> {
  const filter = filterOf(query)
  return {
    query: { type: 'elasticsearch', query_string: query.text },
    timerange: query.timerange,
    ...(filter === undefined ? {} : { filter }),
  }
}

/** The state that is sent with an execution. */
const executionStateOf = ({ parameters }: SearchDocument, values: ParameterValues) => ({
  parameter_bindings: bindingsOf(parameters, values),
})
