/** A view as a client sends it, checked and made whole. */
import type { ViewDraft, ViewUpdate } from '@logyard/contract/views/views'
import { validationFailed } from '../platform/errors.ts'
import { readViewStates } from './read-view-state.ts'
import { viewIdMalformed, viewTooLarge, viewTypeFixed } from './view-errors.ts'
import type { StoredView, WholeView } from './view-store.ts'

const OBJECT_ID = /^[0-9a-f]{24}$/
/** Room for hundreds of widgets; lists of views hold all of a page's at once. */
const MAX_VIEW_BYTES = 1024 * 1024
/** Of everything but the pages: it is kept in memory, for lists. */
const MAX_FACTS_BYTES = 64 * 1024

function readTitle(title: string): string {
  if (title.trim() === '') throw validationFailed({ title: ['A view needs a title'] })
  return title
}

function readInstant(text: string): string {
  const ms = Date.parse(text)
  if (Number.isNaN(ms)) throw validationFailed({ created_at: [`«${text}» is no point in time`] })
  return new Date(ms).toISOString()
}

const bytesOf = (value: unknown) => Buffer.byteLength(JSON.stringify(value))

function contentOf(sent: ViewDraft | ViewUpdate) {
  const facts = {
    title: readTitle(sent.title),
    summary: sent.summary ?? '',
    description: sent.description ?? '',
    search_id: sent.search_id,
    properties: sent.properties ?? [],
  }
  if (bytesOf(facts) > MAX_FACTS_BYTES) throw viewTooLarge('texts', MAX_FACTS_BYTES)
  const state = readViewStates(sent.state)
  if (bytesOf(state) > MAX_VIEW_BYTES) throw viewTooLarge('pages', MAX_VIEW_BYTES)
  return { ...facts, state }
}

export function newView(
  draft: ViewDraft,
  { id: newId, owner, now }: { readonly id: string; readonly owner: string | null; readonly now: Date },
): WholeView {
  const id = (draft.id ?? newId).toLowerCase()
  if (!OBJECT_ID.test(id)) throw viewIdMalformed(id)
  const instant = now.toISOString()
  const created_at = typeof draft.created_at === 'string' ? readInstant(draft.created_at) : instant
  return { id, type: draft.type ?? 'DASHBOARD', owner, created_at, last_updated_at: instant, ...contentOf(draft) }
}

/** Everything is replaced but whose it is, since when, and its type. */
export function replacedView(stored: StoredView, update: ViewUpdate, now: Date): WholeView {
  if (update.type !== undefined && update.type !== stored.type) throw viewTypeFixed(stored.type)
  const { id, type, owner, created_at } = stored
  return { id, type, owner, created_at, last_updated_at: after(stored.last_updated_at, now), ...contentOf(update) }
}

/** Each change has an instant of its own: by it a client tells whether it saw the last one. */
const after = (last: string, now: Date) => new Date(Math.max(now.getTime(), Date.parse(last) + 1)).toISOString()
