import { type RefObject, useLayoutEffect } from 'react'
import { useSearchTabs } from './use-search-tabs.ts'

/** Remembers how far the results of a tab were scrolled, and scrolls there once they are as long again. */
export function useKeptScroll(tabId: string, scroller: RefObject<HTMLElement | null>): void {
  const { scrolls } = useSearchTabs()
  useLayoutEffect(() => {
    const element = scroller.current
    const content = element?.firstElementChild
    if (element === null || !content) return
    const wanted = scrolls.get(tabId) ?? 0
    const watch = new ResizeObserver(() => {
      if (element.scrollHeight < wanted + element.clientHeight) return
      watch.disconnect()
      element.scrollTop = wanted
    })
    if (wanted > 0) watch.observe(content)
    return () => {
      watch.disconnect()
      scrolls.set(tabId, element.scrollTop)
    }
  }, [tabId, scroller, scrolls])
}
