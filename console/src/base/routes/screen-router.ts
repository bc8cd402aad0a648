/** Follows the history: loads the screen of each entry with its texts, and shows it once it is there. */
import type { ComponentType } from 'react'
import type { Area } from '../text/catalogues.ts'
import { type BrowserHistory, type HistoryEntry, hrefOfEntry } from './browser-history.ts'
import { type ScreenMatch, screenMatcher } from './match-screen.ts'
import type { Screen, ScreenStart } from './screen.ts'
import { scrollMemory } from './scroll-memory.ts'

type Content =
  | { readonly kind: 'page'; readonly Page: ComponentType }
  | { readonly kind: 'pending' }
  | { readonly kind: 'unknown' }
  | { readonly kind: 'failed'; readonly error: unknown }

/** What the console shows. */
export interface ShownScreen {
  readonly entry: HistoryEntry
  /** The path below the base path. */
  readonly pathname: string
  readonly match: ScreenMatch | undefined
  readonly content: Content
}

interface RouterParts {
  readonly screens: readonly Screen[]
  readonly basePath: string
  readonly history: BrowserHistory
  readonly loadTexts: (area: Area) => Promise<void>
  readonly start: ScreenStart
}

export type ScreenRouter = ReturnType<typeof createScreenRouter>

/** A screen that takes longer is announced. */
const PENDING_AFTER_MS = 200

export function createScreenRouter({ screens, basePath, history, loadTexts, start }: RouterParts) {
  const base = basePath.replace(/\/$/, '')
  const loaded = new Map<Screen, ComponentType>()
  const loading = new Map<Screen, Promise<ComponentType>>()
  const listeners = new Set<() => void>()
  const scroll = scrollMemory(window)
  let turn = 0

  const found = finder(screens, base)
  let shown: ShownScreen = { ...found(history.entry()), content: { kind: 'pending' } }
  const tellAll = () => {
    for (const tell of listeners) tell()
  }
  const show = (next: ShownScreen) => {
    shown = next
    tellAll()
  }

  async function fetchScreen(screen: Screen): Promise<ComponentType> {
    try {
      const [Page] = await Promise.all([screen.load(start), ...screen.areas.map(loadTexts)])
      loaded.set(screen, Page)
      return Page
    } finally {
      loading.delete(screen)
    }
  }
  function fetchOnce(screen: Screen): Promise<ComponentType> {
    const running = loading.get(screen) ?? fetchScreen(screen)
    loading.set(screen, running)
    return running
  }

  /** Shows the current entry: at once if its screen is loaded. */
  async function load(): Promise<void> {
    const mine = ++turn
    const next = found(history.entry())
    const screen = next.match?.screen
    const Page = screen && loaded.get(screen)
    if (screen === undefined || Page !== undefined) {
      show({ ...next, content: Page === undefined ? { kind: 'unknown' } : { kind: 'page', Page } })
      return
    }
    // The frame follows the address at once.
    tellAll()
    const isLatest = () => mine === turn
    const timer = setTimeout(() => isLatest() && show({ ...next, content: { kind: 'pending' } }), PENDING_AFTER_MS)
    const content: Content = await fetchOnce(screen).then(
      (fetched) => ({ kind: 'page', Page: fetched }),
      (error: unknown) => ({ kind: 'failed', error }),
    )
    clearTimeout(timer)
    if (content.kind === 'failed' && reloadsFor(content.error)) return
    if (isLatest()) show({ ...next, content })
  }

  return {
    history,
    load,
    shown: () => shown,
    /** The path that is shown or on its way. */
    pathname: () => found(history.entry()).pathname,
    subscribe(tell: () => void) {
      listeners.add(tell)
      return () => void listeners.delete(tell)
    },
    /** Follows the history until the returned function is called. */
    follow() {
      const stops = [
        history.listen(),
        scroll.start(),
        history.subscribe((move) => {
          scroll.leave(shown.entry)
          scroll.expect(move, shown.entry, history.entry())
          void load()
        }),
      ]
      // A page may have redirected before the router listened.
      if (history.entry() !== shown.entry) void load()
      return () => {
        for (const stop of stops) stop()
      }
    },
    /** Scrolls as the user expects of the shown entry; call it once its page is in the document. */
    settle: () => scroll.settle(shown.entry),
    /** The current address below the base path, with its query. */
    link: () => hrefOfEntry(history.entry()).slice(base.length),
  }
}

/** The path of an entry below the base path, and the screen there. */
function finder(screens: readonly Screen[], base: string) {
  const matchOf = screenMatcher(screens)
  return (entry: HistoryEntry) => {
    const isBelow = entry.pathname === base || entry.pathname.startsWith(`${base}/`)
    const pathname = isBelow ? entry.pathname.slice(base.length) || '/' : entry.pathname
    return { entry, pathname, match: isBelow ? matchOf(pathname) : undefined }
  }
}

/** What browsers say about a script that is not there. */
const GONE = /dynamically imported module|module script failed/i

/** After an update of the server the scripts of an open page are gone. Loading the page again, once, finds the new ones. */
function reloadsFor(error: unknown): boolean {
  if (!(error instanceof Error) || !GONE.test(error.message)) return false
  const tried = `reloaded: ${error.message}`
  if (window.sessionStorage.getItem(tried) !== null) return false
  window.sessionStorage.setItem(tried, 'once')
  window.location.reload()
  return true
}
