/**
 * The open searches of this tab of the browser. They are kept with its drafts: a reload finds them again, and the first page
 * of the next tab takes over those of a closed one. They are emptied at sign-out.
 */
import type { Drafts } from '../../../base/drafts/drafts.ts'
import {
  activeOf,
  type SearchTab,
  type ShownTab,
  tabsIn,
  withName,
  withoutTab,
  withShown,
  withTabAt,
} from './tab-list.ts'

const SUBJECT = 'search tabs'

export type SearchTabs = ReturnType<typeof createSearchTabs>

const known = new WeakMap<Drafts, SearchTabs>()

export function searchTabsOf(drafts: Drafts): SearchTabs {
  const found = known.get(drafts) ?? createSearchTabs(drafts)
  known.set(drafts, found)
  return found
}

function createSearchTabs(drafts: Drafts) {
  const own = drafts.findInTab(({ subject }) => subject === SUBJECT)
  // One list for each tab of the browser.
  const id = own?.id ?? `search-tabs-${crypto.getRandomValues(new Uint32Array(2)).join('-')}`
  let tabs = tabsIn(own?.content)
  let isFirst = own === undefined
  let focused: string | undefined
  const scrolls = new Map<string, number>()
  const listeners = new Set<() => void>()

  function become(next: readonly SearchTab[]): void {
    isFirst = false
    if (next === tabs) return
    tabs = next
    drafts.keep({ id, subject: SUBJECT, link: '', content: tabs }, { isLasting: true })
    for (const tell of listeners) tell()
  }

  /** Puts the unsaved changes of a tab where its page looks for them. */
  function prepare({ id, subject, link, content }: SearchTab): void {
    if (content === undefined || drafts.findById(id) !== undefined) return
    drafts.keep({ id, subject, link, content }, { isLasting: false })
  }

  return {
    tabs: () => tabs,
    subscribe(tell: () => void) {
      listeners.add(tell)
      return () => void listeners.delete(tell)
    },
    prepare,
    /** The tab to show in place of a new search, if this is the first page: of several that a closed tab of the browser left. */
    takeLeft(): SearchTab | undefined {
      if (!isFirst) return undefined
      isFirst = false
      const left = tabsIn(drafts.takeLeft(SUBJECT)?.content)
      if (left.length < 2) return undefined
      become(left)
      return activeOf(left)
    },
    /** Asked for a new search: it takes the place of the one that is shown. */
    startOver(): void {
      const active = activeOf(tabs)
      become(tabs.map((tab) => (tab === active ? { ...tab, isTouched: false, name: undefined } : tab)))
    },
    /** The next search opens beside the one that is shown. */
    keepShown(): void {
      const active = activeOf(tabs)
      become(tabs.map((tab) => (tab === active ? { ...tab, isTouched: true } : tab)))
    },
    show: (shown: ShownTab) => become(withShown(tabs, shown)),
    close(closed: string): void {
      scrolls.delete(closed)
      become(withoutTab(tabs, closed))
    },
    rename: (renamed: string, name: string) => become(withName(tabs, renamed, name)),
    move: (moved: string, to: number) => become(withTabAt(tabs, moved, to)),
    /** The tab that takes the focus when its page is shown. */
    focusOn(opened: string): void {
      focused = opened
    },
    takesFocus(shown: string): boolean {
      const isFocused = focused === shown
      if (isFocused) focused = undefined
      return isFocused
    },
    /** How far the results of a tab were scrolled. */
    scrolls,
  }
}
