import { Table } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './scrolling-table.module.css'

interface ScrollingTableProps {
  readonly label: string
  readonly headings: readonly string[]
  /** Its rows hold names and values that are not translated. */
  readonly isData?: boolean
  /** The rows. */
  readonly children: ReactNode
}

/** A table without sorting or pages that scrolls sideways if the page is narrower. The caller renders its rows. */
export function ScrollingTable({ label, headings, isData = false, children }: ScrollingTableProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
    <section className={classes['scroll']} tabIndex={0} aria-label={label}>
      <Table>
        <Table.Thead>
          <Table.Tr>
            {headings.map((heading) => (
              <Table.Th key={heading}>{heading}</Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody {...(isData && { translate: 'no' })}>{children}</Table.Tbody>
      </Table>
    </section>
  )
}
