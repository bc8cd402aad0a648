import { exportView, importView } from '@logyard/contract/views/view-files'
import {
  createView,
  deleteView,
  getView,
  listDashboards,
  listSavedSearches,
  listViews,
  setDefaultView,
  updateView,
  type View,
  type ViewType,
  viewsForValue,
} from '@logyard/contract/views/views'
import type { FastifyInstance } from 'fastify'
import type { Caller } from '../http/caller.ts'
import { pageOfList } from '../http/page-of-list.ts'
import { type ListOptions, type PageParameters, pageAnswer, readPage } from '../http/pagination.ts'
import { serve } from '../http/serve.ts'
import { defaultViewNotFound } from './view-errors.ts'
import type { ViewFiles } from './view-files.ts'
import type { Views } from './view-service.ts'
import type { WholeView } from './view-store.ts'

const VIEW_LIST: ListOptions = {
  fields: ['id', 'title', 'summary'],
  defaultField: 'title',
  sort: 'title',
  sortable: ['id', 'title', 'created_at'],
}
const SEARCH_LIST: ListOptions = { ...VIEW_LIST, fields: ['id', 'title'] }

/** A view never requires missing capabilities: everything that it may require is built in. */
const viewAnswer = (view: WholeView): View => ({ ...view, requires: {} })

export interface ViewRoutesDeps {
  readonly views: Views
  readonly files: ViewFiles
  /** The declared parameters of a search, by name. */
  readonly parametersOf: (searchId: string) => Promise<Readonly<Record<string, unknown>>>
}

export function viewRoutes(api: FastifyInstance, { views, files, parametersOf }: ViewRoutesDeps): void {
  const listAnswer = async (caller: Caller, query: PageParameters, options: ListOptions, type?: ViewType) => {
    const request = readPage(query, options)
    const { views: readable, all } = await views.readable(caller, type)
    // As in the reference API, a search in `summary` searches the description.
    const found = pageOfList(readable, request, (view) => ({ ...view, summary: view.description }))
    return {
      ...pageAnswer(request, found),
      grand_total: all,
      ...(query.query === undefined ? {} : { query: query.query }),
      views: (await views.withStates(found.rows)).map(viewAnswer),
    }
  }

  serve(api, listViews, ({ caller, query }) => listAnswer(caller, query, VIEW_LIST))
  serve(api, listDashboards, ({ caller, query }) => listAnswer(caller, query, VIEW_LIST, 'DASHBOARD'))
  serve(api, listSavedSearches, ({ caller, query }) => listAnswer(caller, query, SEARCH_LIST, 'SEARCH'))

  serve(api, viewsForValue, async ({ caller }) => {
    const answer = []
    for (const view of (await views.readable(caller)).views) {
      const parameters = await parametersOf(view.search_id)
      const { id, type, title, summary, description } = view
      if (Object.keys(parameters).length > 0) answer.push({ id, type, title, summary, description, parameters })
    }
    return answer
  })

  serve(api, getView, async ({ caller, params }) => {
    if (params.id !== 'default') return viewAnswer(await views.get(caller, params.id))
    const view = await views.getDefault(caller)
    if (view === undefined) throw defaultViewNotFound()
    return viewAnswer(view)
  })

  serve(api, createView, async ({ caller, body }) => {
    const view = await views.create(caller, body)
    return viewAnswer(view)
  })

  serve(api, updateView, async ({ caller, params, query, body }) => {
    const view = await views.update(caller, params.id, body, query.last_updated_at)
    return viewAnswer(view)
  })

  serve(api, setDefaultView, ({ caller, params }) => views.setDefault(caller, params.id))

  serve(api, deleteView, async ({ params }) => {
    const view = await views.delete(params.id)
    return viewAnswer(view)
  })

  serve(api, exportView, async ({ caller, params, reply }) => {
    const file = await files.export(caller, params.id)
    reply.header('content-disposition', `attachment; filename="view-${params.id}.json"`)
    return file
  })

  serve(api, importView, async ({ caller, body }) => {
    const view = await files.import(caller, body)
    return viewAnswer(view)
  })
}
