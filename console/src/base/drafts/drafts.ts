/**
 * Unsaved work of one user. The session storage of the tab keeps it for reloads and Back; a copy in the local storage
 * outlives the tab, and the next tab may take it over. Both are bounded, and emptied at sign-out.
 */
import { createDraftStorage, type DraftStorage } from './draft-storage.ts'

/** A piece of unsaved work. */
export interface Draft {
  readonly id: string
  /** What it is a draft of, such as one saved search. */
  readonly subject: string
  /** The address, below the console's base path, that showed it last. */
  readonly link: string
  readonly changedAt: number
  readonly content: unknown
}

/** A copy that outlives its tab. */
interface Copy extends Draft {
  readonly tab: string
  /** The tab was closed, so another one may take it over. */
  readonly isLeft: boolean
}

/** A page that was open. */
interface Place {
  readonly link: string
  readonly title: string
}

export interface DraftsDeps {
  readonly tabStorage: () => Storage
  readonly browserStorage: () => Storage
  /** Drafts of other users of this browser are neither read nor overwritten. */
  readonly userId: string
  readonly now: () => number
  readonly newId: () => string
}

export interface Drafts {
  findById(id: string): Draft | undefined
  /** The latest draft of this tab that satisfies the condition. */
  findInTab(condition: (draft: Draft) => boolean): Draft | undefined
  /** The latest draft of a closed tab; it then belongs to this tab. */
  takeLeft(subject: string): Draft | undefined
  /** `isLasting`: also for after the tab is closed. */
  keep(draft: Omit<Draft, 'changedAt'>, options: { readonly isLasting: boolean }): void
  forget(id: string): void
  /** Whether this tab has opened nothing yet; false from the first call on. */
  isFirstOpening(): boolean
  /** The search that this tab showed last. */
  lastSearch(): string | undefined
  showedSearch(link: string): void
  /** The pages that this user opened last, latest first. */
  recentPlaces(): readonly Place[]
  visited(place: Place): void
  /** At sign-out: removes everything, and keeps nothing from then on. */
  clear(): void
  /** The tab is closed or reloaded, or shown again. */
  setLeft(isLeft: boolean): void
}

const MAX_DRAFTS = 20
const MAX_AGE_MS = 7 * 24 * 3_600_000
const TAB_KEY = 'tab'
const LAST_SEARCH_KEY = 'last-search'
const DRAFT_PREFIX = 'draft:'
const PLACES_KEY = 'places'
const MAX_PLACES = 20

export function createDrafts({ tabStorage, browserStorage, userId, now, newId }: DraftsDeps): Drafts {
  const inTab = createDraftStorage(tabStorage, `logyard-work:${userId}:`)
  const lasting = createDraftStorage(browserStorage, `logyard-work:${userId}:`)
  const known = inTab.read(TAB_KEY)
  const tab = typeof known === 'string' ? known : newId()
  let isFresh = known !== tab
  let isClosed = false
  inTab.write(TAB_KEY, tab)

  const remove = (id: string) => {
    inTab.remove(DRAFT_PREFIX + id)
    lasting.remove(DRAFT_PREFIX + id)
  }
  const latest = <T extends Draft>(drafts: readonly T[]): T | undefined =>
    drafts.toSorted((a, b) => b.changedAt - a.changedAt)[0]
  function setLeft(isLeft: boolean): void {
    for (const copy of read(lasting, copyOf)) {
      if (copy.tab === tab && !isClosed) lasting.write(DRAFT_PREFIX + copy.id, { ...copy, isLeft })
    }
  }

  // A reload marks the drafts of the tab as left; it is the same tab again.
  setLeft(false)
  prune(lasting, now() - MAX_AGE_MS)
  return {
    findById: (id) => draftOf(inTab.read(DRAFT_PREFIX + id)),
    findInTab: (condition) => latest(read(inTab, draftOf).filter(condition)),
    takeLeft(subject) {
      const left = latest(read(lasting, copyOf).filter((copy) => copy.isLeft && copy.subject === subject))
      if (left !== undefined) lasting.write(DRAFT_PREFIX + left.id, { ...left, tab, isLeft: false })
      return left
    },
    keep(draft, { isLasting }) {
      if (isClosed) return
      const changed: Draft = { ...draft, changedAt: now() }
      inTab.write(DRAFT_PREFIX + draft.id, changed)
      prune(inTab, Number.NEGATIVE_INFINITY)
      if (!isLasting) return lasting.remove(DRAFT_PREFIX + draft.id)
      // A closed tab leaves the latest draft of a subject.
      for (const { id, subject, tab: owner } of read(lasting, copyOf)) {
        if (owner === tab && subject === draft.subject) lasting.remove(DRAFT_PREFIX + id)
      }
      lasting.write(DRAFT_PREFIX + draft.id, { ...changed, tab, isLeft: false })
      prune(lasting, now() - MAX_AGE_MS)
    },
    forget: remove,
    isFirstOpening() {
      const wasFresh = isFresh
      isFresh = false
      return wasFresh
    },
    lastSearch() {
      const link = inTab.read(LAST_SEARCH_KEY)
      return typeof link === 'string' ? link : undefined
    },
    showedSearch: (link) => isClosed || inTab.write(LAST_SEARCH_KEY, link),
    recentPlaces: () => placesOf(lasting.read(PLACES_KEY)),
    visited(place) {
      if (isClosed) return
      const others = placesOf(lasting.read(PLACES_KEY)).filter((other) => !isSamePlace(other, place))
      lasting.write(PLACES_KEY, [place, ...others].slice(0, MAX_PLACES))
    },
    clear() {
      isClosed = true
      for (const storage of [inTab, lasting]) for (const key of storage.keys()) storage.remove(key)
    },
    setLeft,
  }
}

/** Searches of the same page and title look alike in the list, so only the latest is kept. */
const isSamePlace = (a: Place, b: Place): boolean =>
  a.link === b.link || (a.title === b.title && pathOf(a.link) === pathOf(b.link))

const pathOf = (link: string) => link.split('?', 1)[0]

function read<T>(storage: DraftStorage, parse: (stored: unknown) => T | undefined): readonly T[] {
  return storage
    .keys()
    .filter((key) => key.startsWith(DRAFT_PREFIX))
    .flatMap((key) => parse(storage.read(key)) ?? [])
}

/** Removes what is unreadable, too old, or beyond the bound, oldest first. */
function prune(storage: DraftStorage, oldest: number): void {
  const valid = read(storage, draftOf)
    .filter(({ changedAt }) => changedAt >= oldest)
    .toSorted((a, b) => b.changedAt - a.changedAt)
    .slice(0, MAX_DRAFTS)
  const kept = new Set(valid.map(({ id }) => DRAFT_PREFIX + id))
  for (const key of storage.keys()) if (key.startsWith(DRAFT_PREFIX) && !kept.has(key)) storage.remove(key)
}

function draftOf(stored: unknown): Draft | undefined {
  if (typeof stored !== 'object' || stored === null) return undefined
  const { id, subject, link, changedAt, content }: Partial<Record<keyof Draft, unknown>> = stored
  const isDraft =
    typeof id === 'string' && typeof subject === 'string' && typeof link === 'string' && typeof changedAt === 'number'
  return isDraft ? { id, subject, link, changedAt, content } : undefined
}

function copyOf(stored: unknown): Copy | undefined {
  const draft = draftOf(stored)
  if (draft === undefined || typeof stored !== 'object' || stored === null) return undefined
  const { tab, isLeft }: Partial<Record<keyof Copy, unknown>> = stored
  return typeof tab === 'string' ? { ...draft, tab, isLeft: isLeft === true } : undefined
}

function placesOf(stored: unknown): readonly Place[] {
  if (!Array.isArray(stored)) return []
  return stored.flatMap((place: unknown) => {
    if (typeof place !== 'object' || place === null) return []
    const { link, title }: Partial<Record<keyof Place, unknown>> = place
    return typeof link === 'string' && typeof title === 'string' ? [{ link, title }] : []
  })
}
