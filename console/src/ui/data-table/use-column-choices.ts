import { useLocalStorage } from '@mantine/hooks'
import { useState } from 'react'
import { useCurrentUser } from '../../base/session/current-user.tsx'
import {
  boundedWidth,
  type ColumnChoices,
  choicesFor,
  NO_CHOICES,
  readChoices,
  type StoredChoices,
  withChoices,
  writeChoices,
} from './column-choices.ts'
import type { Column } from './data-table-props.ts'

/** The columns in the menu of a list. */
export interface OptionalColumns {
  /** The columns that the user may hide: all except the title and those with controls. */
  readonly optional: readonly { readonly id: string; readonly header: string }[]
  readonly isShown: (id: string) => boolean
  readonly show: (id: string, isShown: boolean) => void
  /** Whether the user hid a column or changed a width. */
  readonly isChanged: boolean
  readonly reset: () => void
}

export interface ChosenColumns<Row> extends OptionalColumns {
  readonly shown: readonly Column<Row>[]
  /** The column that names a row, which is always shown. */
  readonly title: Column<Row> | undefined
  /** Width in pixels; undefined for the usual width. */
  readonly widthOf: (id: string) => number | undefined
  readonly resize: (id: string, width: number | undefined) => void
  /** Shows a width without storing it, until `resize`. */
  readonly preview: (id: string, width: number) => void
  /** Whether no column takes the width that the others leave. */
  readonly leavesWidth: boolean
}

const NONE: StoredChoices = {}

const titleOf = <Row>(columns: readonly Column<Row>[]): Column<Row> | undefined =>
  columns.find(({ isTitle }) => isTitle) ?? columns.find(({ isWide }) => isWide) ?? columns[0]

/** The user's choices for the columns of a list. The browser remembers them by the list's label. */
export function useColumnChoices<Row>(label: string, columns: readonly Column<Row>[]): ChosenColumns<Row> {
  const { username } = useCurrentUser()
  const [lists, setLists] = useLocalStorage({
    key: `lists.columns.${username}`,
    defaultValue: NONE,
    getInitialValueInEffect: false,
    serialize: writeChoices,
    deserialize: readChoices,
  })
  const [previewed, setPreviewed] = useState<ColumnChoices['widths']>({})
  const { hidden, widths: stored } = choicesFor(lists, label)
  const widths = { ...stored, ...previewed }
  const title = titleOf(columns)
  const optional = columns.filter((column) => column !== title && column.hasControls !== true)
  const isHidden = (column: Column<Row>) => hidden.includes(column.id) && optional.includes(column)
  const change = (next: (old: ColumnChoices) => ColumnChoices) =>
    setLists((old) => withChoices(old, label, next(choicesFor(old, label))))
  const shown = columns.filter((column) => !isHidden(column))
  const wide = shown.filter(({ isWide }) => isWide)
  return {
    shown,
    title,
    leavesWidth: (wide.length > 0 ? wide : shown).every(({ id }) => widths[id] !== undefined),
    optional,
    isShown: (id) => !hidden.includes(id),
    show: (id, isShown) =>
      change((old) => {
        const others = old.hidden.filter((one) => one !== id)
        return { ...old, hidden: isShown ? others : [...others, id] }
      }),
    widthOf: (id) => widths[id],
    preview: (id, width) => setPreviewed({ [id]: boundedWidth(width) }),
    resize(id, width) {
      setPreviewed({})
      change((old) => {
        const { [id]: _, ...others } = old.widths
        return { ...old, widths: width === undefined ? others : { ...others, [id]: boundedWidth(width) } }
      })
    },
    isChanged: columns.some((column) => isHidden(column) || widths[column.id] !== undefined),
    reset: () => change(() => NO_CHOICES),
  }
}
