import { createSearch } from '@logyard/contract/search/searches'
import { createView, updateView, type View } from '@logyard/contract/views/views'
import { ApiError } from '../../../api/api-error.ts'
import { useGo } from '../../../base/routes/location.ts'
import { routes } from '../../../base/routes/routes.ts'
import { useCall } from '../../../base/services/services.tsx'
import { useReloadCurrentUser } from '../../../base/session/current-user.tsx'
import { useText } from '../../../base/text/text.tsx'
import { useReportedMutation } from '../../../base/toasts/use-reported-mutation.ts'
import { useRequestFocusAfterSave } from '../../../ui/focus/focus-after-save.ts'
import type { ViewFacts } from '../../../view-document/metadata/view-facts.ts'
import { randomIds } from '../../../view-document/model/random-ids.ts'
import type { DashboardSession } from '../editing/dashboard-session.ts'
import { VIEWS_KEY } from '../view-queries.ts'

/** Stores the dashboard's search, because the view refers to it by id. */
function useStoreContent(session: DashboardSession) {
  const call = useCall()
  return async () => {
    const document = session.state().history.present
    const { search, view } = session.content()
    await call(createSearch, { body: { ...search, parameters: [...search.parameters] } })
    return { document, content: view }
  }
}

export interface SaveRequest {
  readonly view: View
  readonly facts: ViewFacts
  /** Also replaces a version that somebody else saved meanwhile. */
  readonly isOverwriting?: boolean
}

export const isConflict = (error: unknown): boolean => error instanceof ApiError && error.status === 409

/** Saves the open dashboard. A conflict with somebody else's change is left to the page to resolve. */
export function useSaveDashboard(session: DashboardSession) {
  const call = useCall()
  const t = useText()
  const store = useStoreContent(session)
  return useReportedMutation({
    run: async ({ view, facts, isOverwriting = false }: SaveRequest) => {
      const { document, content } = await store()
      const saved = await call(updateView, {
        params: { id: view.id },
        ...(isOverwriting ? {} : { query: { last_updated_at: view.last_updated_at } }),
        body: { ...facts, ...content, type: 'DASHBOARD' },
      })
      session.becomeSaved(saved, document)
      return saved
    },
    succeeded: ({ facts }) => ({
      title: t('ui.toast.done'),
      text: t('dashboards.toast.saved', { title: facts.title }),
    }),
    failed: (_, __, error) =>
      isConflict(error)
        ? undefined
        : { title: t('ui.toast.failed'), text: t('dashboards.toast.saveFailed', { message: error.message }) },
    changes: [VIEWS_KEY],
  })
}

/** Saves the shown dashboard as a new one and opens it. */
export function useSaveDashboardAs(session: DashboardSession) {
  const call = useCall()
  const t = useText()
  const go = useGo()
  const reload = useReloadCurrentUser()
  const requestFocus = useRequestFocusAfterSave()
  const store = useStoreContent(session)
  return useReportedMutation({
    run: async (facts: ViewFacts) => {
      const { content } = await store()
      const body = { id: randomIds.objectId(), type: 'DASHBOARD' as const, ...facts, ...content }
      const saved = await call(createView, { body })
      // The creator becomes the owner, which changes the user's permissions.
      await reload()
      requestFocus(saved.id)
      go(routes.dashboard(saved.id), { isSaved: true })
      return saved
    },
    succeeded: ({ title }) => ({ title: t('ui.toast.done'), text: t('dashboards.toast.saved', { title }) }),
    failed: (_, __, error) => ({
      title: t('ui.toast.failed'),
      text: t('dashboards.toast.saveFailed', { message: error.message }),
    }),
    changes: [VIEWS_KEY],
  })
}
