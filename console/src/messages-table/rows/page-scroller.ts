import { createContext, type RefObject, use, useEffect, useState } from 'react'

/** The element that scrolls the page, for a table that is as long as its rows. Without it a table scrolls itself. */
export const PageScrollerContext = createContext<RefObject<HTMLElement | null> | undefined>(undefined)

export const usePageScroller = () => use(PageScrollerContext)

/** How far below the top of the scrolled content the table begins. The content is one element. */
export function useTableTop(
  scroller: RefObject<HTMLElement | null> | undefined,
  table: RefObject<HTMLElement | null>,
): number {
  const [top, setTop] = useState(0)
  // Not a layout effect: a table that is mounted together with the page has no scroller yet in one.
  useEffect(() => {
    const outer = scroller?.current
    const content = outer?.firstElementChild
    if (outer === null || outer === undefined || content === null || content === undefined) return
    const look = () => {
      const inner = table.current?.getBoundingClientRect()
      if (inner !== undefined) setTop(Math.round(inner.top - outer.getBoundingClientRect().top + outer.scrollTop))
    }
    look()
    const observer = new ResizeObserver(look)
    for (const part of [content, ...content.children]) observer.observe(part)
    return () => observer.disconnect()
  }, [scroller, table])
  return top
}
