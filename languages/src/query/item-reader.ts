import type { QueryItem } from './query-item.ts'

/** Reads a list of items from left to right. */
export type ItemReader = ReturnType<typeof createItemReader>

export function createItemReader(items: readonly QueryItem[]) {
  let at = 0
  return {
    peek: () => items[at],
    next: () => items[at++],
    /** The end of the last item that was read. */
    end: () => items[at - 1]?.to,
    mark: () => at,
    /** Goes back to a mark. */
    reset(mark: number) {
      at = mark
    },
  }
}
