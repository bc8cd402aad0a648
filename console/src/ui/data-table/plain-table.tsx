import { Table } from '@mantine/core'
import type { ReactNode } from 'react'
import { useText } from '../../base/text/text.tsx'
import { Dimmed } from '../dimmed.tsx'

export interface PlainColumn<Row> {
  /** Absent for a column of controls. */
  readonly header?: string
  readonly cell: (row: Row) => ReactNode
  /** The cells are names and values given by users, which are not translated. */
  readonly isData?: boolean
  readonly align?: 'left' | 'right'
  /** In pixels. */
  readonly width?: number
}

interface PlainTableProps<Row> {
  readonly label?: string
  readonly columns: readonly PlainColumn<Row>[]
  readonly rows: readonly Row[]
  readonly rowId: (row: Row, place: number) => string
  readonly rowClass?: (row: Row) => string | undefined
  /** A note replaces all cells of a row but the first; false for a row that shows its cells. */
  readonly rowNote?: (row: Row) => ReactNode
  /** Replaces a table without rows. */
  readonly none?: string
  /** The table scrolls sideways, also by keyboard, where it has less room; 0 stands for the width of its content. */
  readonly minWidth?: number
  readonly maxWidth?: number
}

/** A short table within a page or dialog: no pages, no order, no search. */
export function PlainTable<Row>({ none, minWidth, maxWidth, label, ...content }: PlainTableProps<Row>) {
  const t = useText()
  const { columns, rows, rowId, rowClass, rowNote } = content
  if (rows.length === 0 && none !== undefined) {
    return <Dimmed>{none}</Dimmed>
  }
  const table = (
    <Table aria-label={label} {...(maxWidth === undefined ? {} : { maw: maxWidth })}>
      <Table.Thead>
        <Table.Tr>
          {columns.map(({ header = '', align = 'left', width }) => (
            <Table.Th
              key={header}
              ta={align}
              w={width}
              {...(header === '' ? { 'aria-label': t('ui.list.actions') } : {})}
            >
              {header}
            </Table.Th>
          ))}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {rows.map((row, index) => {
          const note = rowNote?.(row) ?? false
          const shown = note === false ? columns : columns.slice(0, 1)
          return (
            <Table.Tr key={rowId(row, index)} className={rowClass?.(row) ?? ''}>
              {shown.map(({ header = '', cell, align = 'left', isData = false }) => (
                <Table.Td key={header} ta={align} {...(isData ? { translate: 'no' } : {})}>
                  {cell(row)}
                </Table.Td>
              ))}
              {note !== false && <Table.Td colSpan={columns.length - 1}>{note}</Table.Td>}
            </Table.Tr>
          )
        })}
      </Table.Tbody>
    </Table>
  )
  if (minWidth === undefined) return table
  return (
    <Table.ScrollContainer minWidth={minWidth} type="native" tabIndex={0} role="group" aria-label={label}>
      {table}
    </Table.ScrollContainer>
  )
}
