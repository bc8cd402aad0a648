/** A view as a client sends it, checked and made whole. */
import type { ViewDraft, ViewUpdate } from '@logyard/contract/views'
import { validationFailed } from '../platform/errors.ts'
import { readViewStates } from './read-view-state.ts'
import { viewIdMalformed, viewTypeFixed } from './view-errors.ts'
import type { WholeView } from './view-service.ts'
import type { StoredView } from './view-store.ts'

const OBJECT_ID = /^[0-9a-f]{24}$/

function readTitle(title: string): string {
  if (title.trim() === '') throw validationFailed({ title: ['A view needs a title'] })
  return title
}

const contentOf = (sent: ViewDraft | ViewUpdate) => ({
  title: readTitle(sent.title),
  summary: sent.summary ?? '',
  description: sent.description ?? '',
  search_id: sent.search_id,
  properties: sent.properties ?? [],
  state: readViewStates(sent.state),
})

export function newView(
  draft: ViewDraft,
  { id, owner, now }: { readonly id: string; readonly owner: string; readonly now: Date },
): WholeView {
  if (!OBJECT_ID.test(id)) throw viewIdMalformed(id)
  const instant = now.toISOString()
  const created_at = draft.created_at ?? instant
  return { id, type: draft.type ?? 'DASHBOARD', owner, created_at, last_updated_at: instant, ...contentOf(draft) }
}

/** Everything is replaced but whose it is, since when, and its type. */
export function replacedView(stored: StoredView, update: ViewUpdate, now: Date): WholeView {
  if (update.type !== undefined && update.type !== stored.type) throw viewTypeFixed(stored.type)
  const { id, type, owner, created_at } = stored
  return { id, type, owner, created_at, last_updated_at: now.toISOString(), ...contentOf(update) }
}
