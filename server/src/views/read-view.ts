/** Validates a client's draft of a view and fills in its defaults. */
import type { ViewDraft, ViewUpdate } from '@logyard/contract/views/views'
import { validationFailed } from '../platform/errors.ts'
import { readViewStates } from './read-view-state.ts'
import { viewIdMalformed, viewTooLarge, viewTypeFixed } from './view-errors.ts'
import type { StoredView, WholeView } from './view-store.ts'

const OBJECT_ID = /^[0-9a-f]{24}$/
/** Enough for hundreds of widgets. A list of views holds the states of all views of its page at once. */
const MAX_VIEW_BYTES = 1024 * 1024
/** Everything but the pages is held in memory, for lists. */
const MAX_FACTS_BYTES = 64 * 1024

function readTitle(title: string): string {
  if (title.trim() === '') throw validationFailed({ title: ['A view needs a title'] })
  return title
}

function readInstant(text: string): string {
  const ms = Date.parse(text)
  if (Number.isNaN(ms)) throw validationFailed({ created_at: [`"${text}" is not a valid date and time`] })
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

/** Replaces everything but the owner, the creation time and the type. */
export function replacedView(stored: StoredView, update: ViewUpdate, now: Date): WholeView {
  if (update.type !== undefined && update.type !== stored.type) throw viewTypeFixed(stored.type)
  const { id, type, owner, created_at } = stored
  return { id, type, owner, created_at, last_updated_at: after(stored.last_updated_at, now), ...contentOf(update) }
}

/** Every change gets a different timestamp, by which clients detect that their version is outdated. */
const after = (last: string, now: Date) => new Date(Math.max(now.getTime(), Date.parse(last) + 1)).toISOString()
