import type { QueryItem } from './query-item.ts'

/** Reads a list of items from left to right. */
export interface ItemReader {
  peek(): QueryItem | undefined
  next(): QueryItem | undefined
  /** The end of the last item that was read. */
  end(): number | undefined
  mark(): number
  /** Goes back to a mark. */
  reset(mark: number): void
}

export function createItemReader(items: readonly QueryItem[]): ItemReader {
  let at = 0
  return {
    peek: () => items[at],
    next: () => items[at++],
    end: () => items[at - 1]?.to,
    mark: () => at,
    reset(mark) {
      at = mark
    },
  }
}
