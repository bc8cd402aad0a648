import type { ContentPack, ContentPackList } from '@logyard/contract/content-packs/content-packs'
import { pageInMemory } from '../../../ui/data-table/rows-in-memory.ts'

export interface PackRow {
  readonly pack: ContentPack
  /** Any of its revisions. */
  readonly isInstalled: boolean
}

/** The packs whose name or summary has the words. */
export function pageOfPacks(
  { content_packs, content_packs_metadata }: ContentPackList,
  list: Parameters<typeof pageInMemory>[1],
): { readonly rows: readonly PackRow[]; readonly total: number } {
  const { rows, total } = pageInMemory(content_packs, list, {
    text: ({ name, summary }) => `${name}\n${summary}`,
    sort: { name: ({ name }) => name, rev: ({ v, rev }) => (v === '0' ? null : rev) },
  })
  const isInstalled = ({ id }: ContentPack) =>
    Object.values(content_packs_metadata[id] ?? {}).some((rev) => rev.installation_count > 0)
  return { rows: rows.map((pack) => ({ pack, isInstalled: isInstalled(pack) })), total }
}
