/** The changes of saved searches. */
import { createSearch } from '@logyard/contract/search/searches'
import { createView, deleteView, updateView, type View } from '@logyard/contract/views/views'
import type { Call } from '../../../api/api-client.ts'
import { useGo, useQueryValues } from '../../../base/routes/location.ts'
import { routes } from '../../../base/routes/routes.ts'
import { useReloadCurrentUser } from '../../../base/session/current-user.tsx'
import { useRichText } from '../../../base/text/text.tsx'
import { useAction, useAskedAction } from '../../../ui/action/use-action.ts'
import { useRequestFocusAfterSave } from '../../../ui/focus/focus-after-save.ts'
import type { ViewFacts } from '../../../view-document/metadata/view-facts.ts'
import { randomIds } from '../../../view-document/model/random-ids.ts'
import { VIEWS_KEY } from '../../../view-document/saved/view-queries.ts'
import type { SearchSession } from '../editing/search-session.ts'

/** Stores the search, and returns the part of a view that refers to it. */
async function storeSearch(call: Call, session: SearchSession) {
  const document = session.present()
  const { search, view } = session.content()
  await call(createSearch, { body: search })
  return { document, content: view }
}

/** Saves the open search, with its current or changed metadata. */
export const useSaveSearch = (session: SearchSession) =>
  useAction({
    run: async (call, { view, facts }: { view: View; facts: ViewFacts }) => {
      const { document, content } = await storeSearch(call, session)
      const saved = await call(updateView, {
        params: { id: view.id },
        // Fails if somebody else saved the search meanwhile.
        query: { last_updated_at: view.last_updated_at },
        body: { ...facts, ...content, type: 'SEARCH', properties: view.properties },
      })
      session.becomeSaved(saved, document)
    },
    texts: 'search.saved',
    values: ({ facts }) => ({ title: facts.title }),
    changes: [VIEWS_KEY],
  })

/** Saves the search as a new one and opens it. */
export function useSaveSearchAs(session: SearchSession) {
  const go = useGo()
  const values = useQueryValues()
  const reload = useReloadCurrentUser()
  const requestFocus = useRequestFocusAfterSave()
  return useAction({
    run: async (call, facts: ViewFacts) => {
      const { content } = await storeSearch(call, session)
      const { id } = await call(createView, {
        body: { id: randomIds.objectId(), type: 'SEARCH', ...facts, ...content },
      })
      // The creator becomes the owner, which changes the user's permissions.
      await reload()
      requestFocus(id)
      go(`${routes.savedSearch(id)}?${values}`)
    },
    texts: 'search.saved',
    values: ({ title }) => ({ title }),
    changes: [VIEWS_KEY],
  })
}

export function useDeleteSearch() {
  const rich = useRichText()
  return useAskedAction({
    run: (call, { id }: View) => call(deleteView, { params: { id } }),
    texts: 'search.deleted',
    question: 'search.delete',
    questionText: ({ title }) => rich('search.delete.text', { title: <span translate="no">{title}</span> }),
    values: ({ title }) => ({ title }),
    changes: [VIEWS_KEY],
  })
}
