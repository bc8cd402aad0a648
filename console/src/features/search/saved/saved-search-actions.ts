import { createSearch } from '@logyard/contract/search/searches'
import { createView, deleteView, updateView, type View } from '@logyard/contract/views/views'
import { useGo, useQueryValues } from '../../../base/routes/location.ts'
import { routes } from '../../../base/routes/routes.ts'
import { useCall } from '../../../base/services/services.tsx'
import { useReloadCurrentUser } from '../../../base/session/current-user.tsx'
import { useText } from '../../../base/text/text.tsx'
import { useReportedMutation } from '../../../base/toasts/use-reported-mutation.ts'
import { useRequestFocusAfterSave } from '../../../ui/focus/focus-after-save.ts'
import type { ViewFacts } from '../../../view-document/metadata/view-facts.ts'
import { randomIds } from '../../../view-document/model/random-ids.ts'
import type { SearchSession } from '../editing/search-session.ts'
import { VIEWS_KEY } from './saved-search-queries.ts'

/** Stores the search, and returns the part of a view that refers to it. */
function useStoreSearch(session: SearchSession) {
  const call = useCall()
  return async () => {
    const document = session.present()
    const { search, view } = session.content()
    await call(createSearch, { body: search })
    return { document, content: view }
  }
}

/** Saves the open search, with its current or changed metadata. */
export function useSaveSearch(session: SearchSession) {
  const call = useCall()
  const t = useText()
  const store = useStoreSearch(session)
  return useReportedMutation({
    run: async ({ view, facts }: { view: View; facts: ViewFacts }) => {
      const { document, content } = await store()
      const body = { ...facts, ...content, type: 'SEARCH' as const, properties: view.properties }
      const saved = await call(updateView, {
        params: { id: view.id },
        // Fails if somebody else saved the search meanwhile.
        query: { last_updated_at: view.last_updated_at },
        body,
      })
      session.becomeSaved(saved, document)
      return saved
    },
    succeeded: ({ facts }) => ({ title: t('ui.toast.done'), text: t('search.saved.done', { title: facts.title }) }),
    failed: (_, __, error) => ({
      title: t('ui.toast.failed'),
      text: t('search.saved.failed', { message: error.message }),
    }),
    changes: [VIEWS_KEY],
  })
}

/** Saves the search as a new one and opens it. */
export function useSaveSearchAs(session: SearchSession) {
  const call = useCall()
  const t = useText()
  const go = useGo()
  const values = useQueryValues()
  const reload = useReloadCurrentUser()
  const requestFocus = useRequestFocusAfterSave()
  const store = useStoreSearch(session)
  return useReportedMutation({
    run: async (facts: ViewFacts) => {
      const { content } = await store()
      const id = randomIds.objectId()
      const saved = await call(createView, { body: { id, type: 'SEARCH', ...facts, ...content } })
      // The creator becomes the owner, which changes the user's permissions.
      await reload()
      requestFocus(saved.id)
      go(`${routes.savedSearch(saved.id)}?${values}`)
      return saved
    },
    succeeded: ({ title }) => ({ title: t('ui.toast.done'), text: t('search.saved.done', { title }) }),
    failed: (_, __, error) => ({
      title: t('ui.toast.failed'),
      text: t('search.saved.failed', { message: error.message }),
    }),
    changes: [VIEWS_KEY],
  })
}

export function useDeleteSearch() {
  const call = useCall()
  const t = useText()
  return useReportedMutation({
    run: (view: View) => call(deleteView, { params: { id: view.id } }),
    succeeded: ({ title }) => ({ title: t('ui.toast.done'), text: t('search.deleted.done', { title }) }),
    failed: (_, __, error) => ({
      title: t('ui.toast.failed'),
      text: t('search.deleted.failed', { message: error.message }),
    }),
    changes: [VIEWS_KEY],
  })
}
