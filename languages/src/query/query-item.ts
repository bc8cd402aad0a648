import type { Span } from './query-tree.ts'

/** One node of the grammar; groups, ranges and field names have children. */
export interface QueryItem extends Span {
  readonly name: string
  readonly children: readonly QueryItem[]
}
