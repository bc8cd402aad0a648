import { createSearch } from '@logyard/contract/search/searches'
import { createView, updateView, type View } from '@logyard/contract/views/views'
import type { Call } from '../../../api/api-client.ts'
import { ApiError } from '../../../api/api-error.ts'
import { useGo } from '../../../base/routes/location.ts'
import { routes } from '../../../base/routes/routes.ts'
import { useReloadCurrentUser } from '../../../base/session/current-user.tsx'
import { useAction } from '../../../ui/action/use-action.ts'
import { useRequestFocusAfterSave } from '../../../ui/focus/focus-after-save.ts'
import type { ViewFacts } from '../../../view-document/metadata/view-facts.ts'
import { randomIds } from '../../../view-document/model/random-ids.ts'
import { VIEWS_KEY } from '../../../view-document/saved/view-queries.ts'
import type { DashboardSession } from '../editing/dashboard-session.ts'

/** Stores the dashboard's search, because the view refers to it by id. */
async function storeContent(call: Call, session: DashboardSession) {
  const document = session.state().history.present
  const { search, view } = session.content()
  await call(createSearch, { body: { ...search, parameters: [...search.parameters] } })
  return { document, content: view }
}

export interface SaveRequest {
  readonly view: View
  readonly facts: ViewFacts
  /** Also replaces a version that somebody else saved meanwhile. */
  readonly isOverwriting?: boolean
}

export const isConflict = (error: unknown): boolean => error instanceof ApiError && error.status === 409

/** Saves the open dashboard. A conflict with somebody else's change is left to the page to resolve. */
export const useSaveDashboard = (session: DashboardSession) =>
  useAction({
    run: async (call, { view, facts, isOverwriting = false }: SaveRequest) => {
      const { document, content } = await storeContent(call, session)
      const saved = await call(updateView, {
        params: { id: view.id },
        ...(isOverwriting ? {} : { query: { last_updated_at: view.last_updated_at } }),
        body: { ...facts, ...content, type: 'DASHBOARD' },
      })
      session.becomeSaved(saved, document)
    },
    texts: 'dashboards.toast.save',
    values: ({ facts }) => ({ title: facts.title }),
    changes: [VIEWS_KEY],
    isShown: isConflict,
  })

/** Saves the shown dashboard as a new one and opens it. */
export function useSaveDashboardAs(session: DashboardSession) {
  const go = useGo()
  const reload = useReloadCurrentUser()
  const requestFocus = useRequestFocusAfterSave()
  return useAction({
    run: async (call, facts: ViewFacts) => {
      const { content } = await storeContent(call, session)
      const body = { id: randomIds.objectId(), type: 'DASHBOARD' as const, ...facts, ...content }
      const { id } = await call(createView, { body })
      // The creator becomes the owner, which changes the user's permissions.
      await reload()
      requestFocus(id)
      go(routes.dashboard(id), { isSaved: true })
    },
    texts: 'dashboards.toast.save',
    values: ({ title }) => ({ title }),
    changes: [VIEWS_KEY],
  })
}
