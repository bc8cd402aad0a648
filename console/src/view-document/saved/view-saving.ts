/** Saves the search or dashboard that is edited. */
import { createSearch, type SearchDraft } from '@logyard/contract/search/searches'
import { createView, updateView, type View, type ViewDraft } from '@logyard/contract/views/views'
import type { Call } from '../../api/api-client.ts'
import { useReloadCurrentUser } from '../../base/session/current-user.tsx'
import { useAction } from '../../ui/action/use-action.ts'
import { useRequestFocusAfterSave } from '../../ui/focus/focus-after-save.ts'
import type { ViewFacts } from '../metadata/view-facts.ts'
import { randomIds } from '../model/random-ids.ts'
import { VIEWS_KEY } from './view-queries.ts'

interface SavedSession<Document> {
  readonly present: () => Document
  /** The search to store, and the part of the view that refers to it. */
  readonly content: () => { readonly search: SearchDraft; readonly view: Omit<ViewDraft, 'type' | keyof ViewFacts> }
  readonly becomeSaved: (view: View, document: Document) => void
}

export interface SaveRequest {
  readonly view: View
  readonly facts: ViewFacts
  /** Also replaces a version that somebody else saved meanwhile. */
  readonly isOverwriting?: boolean
}

/** Stores the search, and returns the part of a view that refers to it. */
async function storeContent<Document>(call: Call, session: SavedSession<Document>) {
  const document = session.present()
  const { search, view } = session.content()
  await call(createSearch, { body: search })
  return { document, content: view }
}

/** Saves the open view, with its current or changed facts. Fails if somebody else saved it meanwhile. */
export const useSaveView = <Document>(
  session: SavedSession<Document>,
  /** Whether the page itself shows this failure. */
  isShown: (error: Error) => boolean = () => false,
) =>
  useAction({
    run: async (call, { view, facts, isOverwriting = false }: SaveRequest) => {
      const { document, content } = await storeContent(call, session)
      const saved = await call(updateView, {
        params: { id: view.id },
        ...(isOverwriting ? {} : { query: { last_updated_at: view.last_updated_at } }),
        body: { properties: view.properties, ...facts, ...content, type: view.type },
      })
      session.becomeSaved(saved, document)
    },
    texts: 'search.saved',
    values: ({ facts }) => ({ title: facts.title }),
    changes: [VIEWS_KEY],
    isShown,
  })

/** Saves the shown view as a new one and opens it. */
export function useSaveViewAs<Document>(
  type: View['type'],
  session: SavedSession<Document>,
  open: (id: string) => void,
) {
  const reload = useReloadCurrentUser()
  const requestFocus = useRequestFocusAfterSave()
  return useAction({
    run: async (call, facts: ViewFacts) => {
      const { content } = await storeContent(call, session)
      const { id } = await call(createView, { body: { id: randomIds.objectId(), type, ...facts, ...content } })
      // The creator becomes the owner, which changes the user's permissions.
      await reload()
      requestFocus(id)
      open(id)
    },
    texts: 'search.saved',
    changes: [VIEWS_KEY],
  })
}
