/** The columns and the sorting of the first message table, as far as a link names them. */
import type { MessagesWidget } from '@logyard/contract/views/view-state'
import { withWidget } from '../../../view-document/editing/view-changes.ts'
import { isMessages } from '../../../view-document/model/view-model.ts'
import type { SearchDocument } from './search-document.ts'

export interface TableSettings {
  readonly columns?: readonly string[]
  readonly sort?: { readonly field: string; readonly direction: 'Ascending' | 'Descending' }
}

/** More are no columns that a person reads. */
const MAX_COLUMNS = 50

const tableOf = ({ page }: SearchDocument): MessagesWidget | undefined => page.widgets.find(isMessages)
const sortOf = ({ config }: MessagesWidget): TableSettings['sort'] => config.sort[0]

/** What of the table differs from the saved or the new search. */
export function changedSettings(document: SearchDocument, base: SearchDocument): TableSettings {
  const table = tableOf(document)
  const before = tableOf(base)
  if (table === undefined || before === undefined) return {}
  const { fields } = table.config
  const sort = sortOf(table)
  const old = sortOf(before)
  const isSorted = sort !== undefined && (sort.field !== old?.field || sort.direction !== old.direction)
  return {
    ...(fields.join() === before.config.fields.join() ? {} : { columns: fields }),
    ...(isSorted ? { sort: { field: sort.field, direction: sort.direction } } : {}),
  }
}

/** The document with the settings of a link; without a message table it stays as it is. */
export function withSettings(document: SearchDocument, { columns, sort }: TableSettings): SearchDocument {
  const table = tableOf(document)
  if (table === undefined || (columns === undefined && sort === undefined)) return document
  const config = {
    ...table.config,
    ...(columns === undefined ? {} : { fields: [...columns] }),
    ...(sort === undefined ? {} : { sort: [{ type: 'pivot' as const, ...sort }] }),
  }
  return { ...document, page: withWidget(document.page, { ...table, config }) }
}

/** Whether a link says everything that the page shows: widgets are only in a saved search. */
export const isWholeInLink = (document: SearchDocument, base: SearchDocument): boolean =>
  JSON.stringify(withSettings(base, changedSettings(document, base)).page.widgets) ===
  JSON.stringify(document.page.widgets)

/** `columns=timestamp,source` and `sort=took_ms:desc`; anything else is ignored. */
export function settingsFromUrl(values: URLSearchParams): TableSettings {
  const columns = (values.get('columns') ?? '').split(',').filter((name) => name.trim() !== '')
  const [, field, direction] = /^(.+):(asc|desc)$/.exec(values.get('sort') ?? '') ?? []
  return {
    ...(columns.length === 0 ? {} : { columns: [...new Set(columns)].slice(0, MAX_COLUMNS) }),
    ...(field === undefined ? {} : { sort: { field, direction: direction === 'asc' ? 'Ascending' : 'Descending' } }),
  }
}

export const settingsToUrl = ({ columns, sort }: TableSettings): Readonly<Record<string, string>> => ({
  ...(columns === undefined ? {} : { columns: columns.join(',') }),
  ...(sort === undefined ? {} : { sort: `${sort.field}:${sort.direction === 'Ascending' ? 'asc' : 'desc'}` }),
})
