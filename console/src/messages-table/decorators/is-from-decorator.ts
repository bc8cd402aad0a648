import type { MessageHit } from '@logyard/contract/search/search-results'

/** Whether a decorator created or changed the value. */
export function isFromDecorator({ decoration_stats: stats }: MessageHit, field: string): boolean {
  return stats !== null && (Object.hasOwn(stats.added_fields, field) || Object.hasOwn(stats.changed_fields, field))
}
