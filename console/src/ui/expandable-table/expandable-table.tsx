import { Table } from '@mantine/core'
import type { ReactNode } from 'react'
import type { MessageId } from '../../base/text/catalogues.ts'
import { useText } from '../../base/text/text.tsx'
import classes from './expandable-table.module.css'

export interface ExpandableColumn {
  readonly text: MessageId
  readonly isNumber?: boolean
  /** Hidden in narrow windows. */
  readonly isWide?: boolean
}

interface ExpandableTableProps {
  readonly label: string
  readonly columns: readonly ExpandableColumn[]
  /** The column of actions is last and has no title. */
  readonly hasActions?: boolean
  /** A row with `data-below` continues the row above it. */
  readonly children: ReactNode
}

/** A table of few columns whose rows show their details below them. */
export function ExpandableTable({ label, columns, hasActions = false, children }: ExpandableTableProps) {
  const t = useText()
  return (
    <Table className={classes['table'] ?? ''} aria-label={label}>
      <Table.Thead>
        <Table.Tr>
          {columns.map(({ text, isNumber = false, isWide = false }) => (
            <Table.Th key={text} data-number={isNumber || undefined} data-wide={isWide || undefined}>
              {t(text)}
            </Table.Th>
          ))}
          {hasActions && <Table.Td />}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>{children}</Table.Tbody>
    </Table>
  )
}
