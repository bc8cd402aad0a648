/** The list of open searches: what it keeps of each, and how it changes. */
import { isRecord } from '../../../ui/is-record.ts'

/** An open search. Its address holds its query, filters, range, streams, steps, columns and sorting. */
export interface SearchTab {
  /** The work id of its entries of the history. */
  readonly id: string
  /** The address, below the console's base path, that it showed last. */
  readonly link: string
  /** The key of the draft. */
  readonly subject: string
  /** The title of a saved search, or the query; empty without one. */
  readonly label: string
  /** The name that the user gave it. */
  readonly name?: string | undefined
  /** The number of messages that its latest run found. */
  readonly total?: number | undefined
  /** Another search must not replace it. */
  readonly isTouched: boolean
  /** Unsaved changes that the address does not hold. */
  readonly content?: unknown
  /** A later one was shown later. */
  readonly shownAt: number
}

export type ShownTab = Omit<SearchTab, 'name' | 'shownAt'>

export const MAX_TABS = 12

/** All tabs together; the browser keeps no more of one value. */
const MAX_CHARACTERS = 200_000

const latest = (tabs: readonly SearchTab[]): SearchTab | undefined => tabs.toSorted((a, b) => b.shownAt - a.shownAt)[0]

/** The tab that was shown last. */
export const activeOf = latest

/** Remembers what a tab shows. A new one replaces the one shown before if that is untouched, else it is added beside it. */
export function withShown(tabs: readonly SearchTab[], shown: ShownTab): readonly SearchTab[] {
  const active = latest(tabs)
  const shownAt = (active?.shownAt ?? 0) + 1
  const known = tabs.find(({ id }) => id === shown.id)
  if (known !== undefined) {
    const isTouched = known.isTouched || shown.isTouched
    const next = { ...shown, name: known.name, total: shown.total ?? known.total, isTouched, shownAt }
    return bounded(tabs.map((tab) => (tab === known ? next : tab)))
  }
  const added: SearchTab = { ...shown, shownAt }
  if (active !== undefined && !active.isTouched) return bounded(tabs.map((tab) => (tab === active ? added : tab)))
  const kept = tabs.length < MAX_TABS ? tabs : tabs.filter((tab) => tab !== leastOf(tabs))
  const at = active === undefined ? 0 : kept.indexOf(active) + 1
  return bounded(kept.toSpliced(at, 0, added))
}

/** The tab that a new one displaces: shown longest ago, untouched ones first. */
function leastOf(tabs: readonly SearchTab[]): SearchTab | undefined {
  const untouched = tabs.filter(({ isTouched }) => !isTouched)
  return (untouched.length > 0 ? untouched : tabs).toSorted((a, b) => a.shownAt - b.shownAt)[0]
}

export const withoutTab = (tabs: readonly SearchTab[], id: string): readonly SearchTab[] =>
  tabs.filter((tab) => tab.id !== id)

/** The tab to show once that one is closed: the one after it, else the one before. */
export function neighbourOf(tabs: readonly SearchTab[], id: string): SearchTab | undefined {
  const at = tabs.findIndex((tab) => tab.id === id)
  return tabs[at + 1] ?? tabs[at - 1]
}

/** A tab that has a name of its own is not replaced. */
export const withName = (tabs: readonly SearchTab[], id: string, name: string): readonly SearchTab[] =>
  tabs.map((tab) => (tab.id === id ? { ...tab, name: name.trim() || undefined, isTouched: true } : tab))

export function withTabAt(tabs: readonly SearchTab[], id: string, to: number): readonly SearchTab[] {
  const moved = tabs.find((tab) => tab.id === id)
  if (moved === undefined || to < 0 || to >= tabs.length) return tabs
  return withoutTab(tabs, id).toSpliced(to, 0, moved)
}

/** If all tabs are too long to be kept, those shown longest ago lose their unsaved changes, then go. */
function bounded(tabs: readonly SearchTab[]): readonly SearchTab[] {
  let kept = tabs
  while (kept.length > 1 && JSON.stringify(kept).length > MAX_CHARACTERS) {
    const oldest = kept.toSorted((a, b) => a.shownAt - b.shownAt)
    const large = oldest.find(({ content }) => content !== undefined)
    kept =
      large === undefined
        ? kept.filter((tab) => tab !== oldest[0])
        : kept.map((tab) => (tab === large ? { ...tab, content: undefined } : tab))
  }
  return kept
}

/** The tabs in what the browser kept; damaged ones are left out. */
export function tabsIn(stored: unknown): readonly SearchTab[] {
  return Array.isArray(stored) ? stored.filter(isTab).slice(0, MAX_TABS) : []
}

function isTab(stored: unknown): stored is SearchTab {
  if (!isRecord(stored)) return false
  const { id, link, subject, label, name, total, isTouched, shownAt } = stored
  return (
    [id, link, subject, label].every((text) => typeof text === 'string') &&
    typeof link === 'string' &&
    link.startsWith('/') &&
    ['string', 'undefined'].includes(typeof name) &&
    ['number', 'undefined'].includes(typeof total) &&
    typeof isTouched === 'boolean' &&
    typeof shownAt === 'number'
  )
}
