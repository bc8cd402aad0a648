/** Where the window was scrolled to: a new page starts at its top, Back returns to where the user was. */
import type { HistoryEntry, Move } from './browser-history.ts'

export function scrollMemory(window: Window) {
  const places = new Map<string, number>()
  let wanted: { readonly key: string; readonly top: number } | undefined
  return {
    /** The browser does it itself only when the page is loaded again. */
    start() {
      const leave = () => {
        window.history.scrollRestoration = 'auto'
      }
      window.history.scrollRestoration = 'manual'
      window.addEventListener('pagehide', leave)
      return () => {
        leave()
        window.removeEventListener('pagehide', leave)
      }
    },
    leave({ key }: HistoryEntry) {
      places.set(key, window.scrollY)
    },
    expect(move: Move, from: HistoryEntry, { key, pathname }: HistoryEntry) {
      if (move === 'pop') wanted = { key, top: places.get(key) ?? 0 }
      else wanted = move === 'push' || pathname !== from.pathname ? { key, top: 0 } : undefined
    },
    settle({ key, hash }: HistoryEntry) {
      if (wanted?.key !== key) return
      const target = hash === '' || wanted.top > 0 ? null : window.document.getElementById(hash.slice(1))
      if (target === null) window.scrollTo({ top: wanted.top })
      else target.scrollIntoView()
      wanted = undefined
    },
  }
}
