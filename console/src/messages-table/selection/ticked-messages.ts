/** The ticked messages as text for the clipboard, or as a term for the query. */
import type { MessageHit } from '@logyard/contract/search/search-results'
import { fieldTerm } from '../../view-document/actions/query-composition.ts'
import { textOf } from '../fields/menu-value.ts'

export const COPY_FORMATS = ['text', 'markdown', 'json', 'csv'] as const
export type CopyFormat = (typeof COPY_FORMATS)[number]

/** Text, Markdown and CSV have the columns of the table, JSON has whole messages. */
export function copiedText(hits: readonly MessageHit[], fields: readonly string[], format: CopyFormat): string {
  const values = hits.map(({ message }) =>
    fields.map((field) => (message[field] === undefined || message[field] === null ? '' : textOf(message[field]))),
  )
  switch (format) {
    case 'text':
      // One line per message, with tabs that spreadsheets split at.
      return values.map((line) => line.map((value) => value.replaceAll(/[\t\r\n]+/g, ' ')).join('\t')).join('\n')
    case 'markdown':
      return [fields.map(inMarkdown), fields.map(() => '---'), ...values.map((line) => line.map(inMarkdown))]
        .map((line) => `| ${line.join(' | ')} |\n`)
        .join('')
    case 'json':
      return JSON.stringify(
        hits.map(({ message }) => message),
        undefined,
        2,
      )
    case 'csv':
      return [fields, ...values].map((line) => `${line.map(quoted).join(',')}\n`).join('')
    default:
      return format satisfies never
  }
}

const quoted = (value: string) => (value === '' ? '' : `"${value.replaceAll('"', '""')}"`)

/** In a cell of a table; a character before which Markdown wants a backslash keeps its meaning. */
const inMarkdown = (value: string) => value.replaceAll(/[\\|`*_<>[\]]/g, '\\$&').replaceAll(/\r\n|\r|\n/g, '<br>')

/** A query that matches exactly these messages. */
export function tickedTerm(hits: readonly MessageHit[]): string {
  const terms = hits.map(({ message }) => fieldTerm('_id', message._id))
  return terms.length === 1 ? terms.join('') : `(${terms.join(' OR ')})`
}
