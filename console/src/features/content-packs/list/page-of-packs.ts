import type { ContentPack, ContentPackList } from '@logyard/contract/content-packs/content-packs'
import type { ListPosition } from '../../../ui/data-table/list-state.ts'

export interface PackRow {
  readonly pack: ContentPack
  /** Any of its revisions. */
  readonly isInstalled: boolean
}

/** The packs whose name or summary has the words, by name. */
export function pageOfPacks(
  { content_packs, content_packs_metadata }: ContentPackList,
  { query, page, perPage }: Pick<ListPosition, 'query' | 'page' | 'perPage'>,
): { readonly rows: readonly PackRow[]; readonly total: number } {
  const words = query.toLowerCase()
  const found = content_packs
    .filter(({ name, summary }) => `${name}\n${summary}`.toLowerCase().includes(words))
    .toSorted((a, b) => a.name.localeCompare(b.name, undefined, { numeric: true }))
  const rows = found.slice((page - 1) * perPage, page * perPage).map((pack) => ({
    pack,
    isInstalled: Object.values(content_packs_metadata[pack.id] ?? {}).some((rev) => rev.installation_count > 0),
  }))
  return { rows, total: found.length }
}
