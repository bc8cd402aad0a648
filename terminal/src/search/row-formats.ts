/** Messages as rows: text for people, JSON, and CSV. */
import type { MessageDocument } from '@logyard/contract/search/search-results'
import { printableJson } from '../api/exact-json.ts'
import type { Output } from '../output/output.ts'
import { printable } from '../output/printable-text.ts'
import { DEFAULT_FIELDS, fieldOf, type RowWriter, textOfValue } from './message-values.ts'
import { createTextRows, type TextRowOptions } from './text-rows.ts'

export const ROW_FORMATS = ['text', 'json', 'ndjson', 'csv'] as const
type RowFormat = (typeof ROW_FORMATS)[number]

export interface RowOptions extends TextRowOptions {
  readonly format: RowFormat
  readonly output: Pick<Output, 'isTerminal' | 'hasColors' | 'columns'>
}

export function createRowWriter(options: RowOptions): RowWriter {
  switch (options.format) {
    case 'text':
      return createTextRows(options)
    case 'json':
      return createJsonList(options.fields)
    case 'ndjson':
      return { rows: (documents) => documents.map((one) => `${json(one, options.fields)}\n`).join(''), end: () => '' }
    case 'csv':
      return createTable(options)
    default:
      throw options.format satisfies never
  }
}

/** The whole document without fields. */
const json = (document: MessageDocument, fields: readonly string[] | undefined): string =>
  printableJson(
    fields === undefined
      ? document
      : Object.fromEntries(fields.map((field) => [field, fieldOf(document, field) ?? null])),
  )

function createJsonList(fields: readonly string[] | undefined): RowWriter {
  let isFirst = true
  return {
    rows(documents) {
      const text = documents.map((one, at) => `${isFirst && at === 0 ? '[\n' : ',\n'}${json(one, fields)}`).join('')
      isFirst &&= documents.length === 0
      return text
    },
    end: () => (isFirst ? '[]\n' : '\n]\n'),
  }
}

/** All values in quotes, as exports have them. Only a terminal gets them without control characters. */
function createTable({ fields = DEFAULT_FIELDS, output }: RowOptions): RowWriter {
  const shown = output.isTerminal ? printable : (text: string) => text
  const line = (cells: readonly (string | undefined)[]) =>
    `${cells.map((cell) => (cell === undefined ? '' : `"${shown(cell).replaceAll('"', '""')}"`)).join(',')}\n`
  let header = line(fields)
  return {
    rows(documents) {
      if (documents.length === 0) return ''
      const text = header + documents.map((one) => line(fields.map((field) => cellOf(one, field)))).join('')
      header = ''
      return text
    },
    end: () => '',
  }
}

const cellOf = (document: MessageDocument, field: string): string | undefined => {
  const value = fieldOf(document, field)
  return value === undefined || value === null ? undefined : textOfValue(value)
}
