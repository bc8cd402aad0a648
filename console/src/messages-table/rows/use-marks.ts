import { type RefObject, useEffect } from 'react'
import { placesOf } from './find-in-rows.ts'

const ALL = 'find'
const CURRENT = 'find-current'

/** Marks the text in the rows in sight, as the user scrolls, without touching what the rows render. */
export function useMarks(table: RefObject<HTMLElement | null>, text: string, current: number | undefined): void {
  useEffect(() => {
    const element = table.current
    // Browsers of before 2025 find the rows without marks.
    if (element === null || !('highlights' in CSS)) return undefined
    const mark = () => {
      const places = placesOf(text, element)
      const rangesOf = (isCurrent: boolean) =>
        places.flatMap(({ row, range }) => ((row === current) === isCurrent ? [range] : []))
      CSS.highlights.set(ALL, new Highlight(...rangesOf(false)))
      CSS.highlights.set(CURRENT, new Highlight(...rangesOf(true)))
    }
    mark()
    const changes = new MutationObserver(mark)
    changes.observe(element, { childList: true, subtree: true, characterData: true })
    return () => {
      changes.disconnect()
      CSS.highlights.delete(ALL)
      CSS.highlights.delete(CURRENT)
    }
  }, [table, text, current])
}
