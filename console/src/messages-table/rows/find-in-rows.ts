/** Rows that show a text, and the places of it in the rows that are rendered. */
import type { MessageHit } from '@logyard/contract/search/search-results'
import { textOf } from '../fields/menu-value.ts'
import { levelOf } from '../levels/message-level.ts'
import type { RowColumn } from './row-columns.ts'
import type { RowTools } from './use-row-tools.ts'

/** The numbers of the rows that show the text, in upper or lower case. */
export function rowsWith(
  text: string,
  messages: readonly MessageHit[],
  columns: readonly RowColumn[],
  tools: Pick<RowTools, 'format' | 'typeOf'>,
): readonly number[] {
  const wanted = text.toLowerCase()
  if (wanted === '') return []
  const hasText = (hit: MessageHit) =>
    columns.some((column) => shownText(hit, column, tools).toLowerCase().includes(wanted))
  return messages.flatMap((hit, index) => (hasText(hit) ? [index] : []))
}

function shownText(
  hit: MessageHit,
  column: RowColumn,
  { format, typeOf }: Pick<RowTools, 'format' | 'typeOf'>,
): string {
  if (column.kind === 'level') return levelOf(hit.message)?.name ?? ''
  if (column.kind === 'message') return textOf(hit.message.message ?? '')
  const value = hit.message[column.field]
  return value === undefined || value === null ? '' : format(value, typeOf(column.field))
}

/** More marks are no help, and take time. */
const MAX_MARKS = 2000

/** The places of the text in the lines of the rendered rows, by the number of the row. */
export function placesOf(text: string, table: Element): readonly { readonly row: number; readonly range: Range }[] {
  const wanted = text.toLowerCase()
  const places: { row: number; range: Range }[] = []
  for (const row of table.querySelectorAll<HTMLElement>('[data-index]')) {
    const line = row.querySelector('tr')
    if (line === null || wanted === '') continue
    const walker = document.createTreeWalker(line, NodeFilter.SHOW_TEXT)
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      const shown = (node.nodeValue ?? '').toLowerCase()
      for (let at = shown.indexOf(wanted); at !== -1; at = shown.indexOf(wanted, at + wanted.length)) {
        if (places.length >= MAX_MARKS) return places
        const range = document.createRange()
        range.setStart(node, at)
        range.setEnd(node, Math.min(at + wanted.length, (node.nodeValue ?? '').length))
        places.push({ row: Number(row.dataset['index']), range })
      }
    }
  }
  return places
}
