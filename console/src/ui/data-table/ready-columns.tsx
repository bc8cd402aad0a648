/** The columns that most lists have. The other columns of a list are its feature's own. */
import { Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { FormattedNumber } from 'react-intl'
import { AppLink } from '../../base/routes/app-link.tsx'
import { DimmedWords } from '../dimmed.tsx'
import { Instant } from '../time/instant.tsx'
import { useBytes } from '../use-bytes.ts'
import type { Column } from './data-table-props.ts'
import { RowTitle } from './row-title.tsx'

type Heading = Pick<Column<unknown>, 'id' | 'header' | 'sortKey' | 'help'>

interface TitleColumn<Row> extends Heading {
  /** A text by users. */
  readonly name: (row: Row) => string
  /** Undefined for rows without a page that the user may see. */
  readonly to?: (row: Row) => string | undefined
  readonly badges?: (row: Row) => ReactNode
  /** A text by users. */
  readonly description?: (row: Row) => string | null | undefined
}

/** The name of a row, with a link to its page. The column takes the width that the others leave. */
export function titleColumn<Row>({ name, to, badges, description, ...heading }: TitleColumn<Row>): Column<Row> {
  return {
    ...heading,
    isTitle: true,
    isWide: true,
    cell: (row) => {
      const link = to?.(row)
      return (
        <RowTitle badges={badges?.(row)} description={description?.(row)}>
          {link === undefined ? (
            <span translate="no">{name(row)}</span>
          ) : (
            <AppLink to={link} translate="no">
              {name(row)}
            </AppLink>
          )}
        </RowTitle>
      )
    },
  }
}

interface TextColumn<Row> extends Heading {
  readonly text: (row: Row) => string | null | undefined
  /** For addresses, ids and other texts that are compared by characters. */
  readonly isMono?: boolean
  /** Shown for rows without the text, in place of a dash. */
  readonly none?: string
}

/** A text by users or machines, which is not translated. */
export function textColumn<Row>({ text, isMono = false, none, ...heading }: TextColumn<Row>): Column<Row> {
  return {
    ...heading,
    cell: (row) => {
      const shown = text(row) ?? ''
      if (shown === '') return none === undefined ? '-' : <DimmedWords>{none}</DimmedWords>
      return isMono ? <Mono>{shown}</Mono> : <span translate="no">{shown}</span>
    },
  }
}

const Mono = ({ children }: { children: string }) => (
  <Text span inherit ff="monospace" fz="xs" translate="no">
    {children}
  </Text>
)

interface TimeColumn<Row> extends Heading {
  readonly at: (row: Row) => string | null
}

export function timeColumn<Row>({ at, ...heading }: TimeColumn<Row>): Column<Row> {
  return {
    ...heading,
    cell: (row) => {
      const instant = at(row)
      return instant === null ? '-' : <Instant instant={instant} />
    },
  }
}

interface CountColumn<Row> extends Heading {
  /** Undefined while it is unknown. */
  readonly count: (row: Row) => number | undefined
}

export function countColumn<Row>({ count, ...heading }: CountColumn<Row>): Column<Row> {
  return {
    ...heading,
    align: 'right',
    cell: (row) => {
      const value = count(row)
      return value === undefined ? '-' : <FormattedNumber value={value} />
    },
  }
}

interface SizeColumn<Row> extends Heading {
  /** Undefined while it is unknown. */
  readonly sizeBytes: (row: Row) => number | undefined
}

export function sizeColumn<Row>({ sizeBytes, ...heading }: SizeColumn<Row>): Column<Row> {
  return {
    ...heading,
    align: 'right',
    cell: (row) => {
      const value = sizeBytes(row)
      return value === undefined ? '-' : <Size bytes={value} />
    },
  }
}

function Size({ bytes }: { bytes: number }) {
  return <span translate="no">{useBytes()(bytes)}</span>
}
