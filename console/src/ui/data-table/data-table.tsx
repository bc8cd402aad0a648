/**
 * The only list component of the console: search box, filters, sortable columns, pages, selection, row actions, and
 * the states loading, failed, empty and full. It owns no data: the screen passes a query's result and the list's state.
 */

import { useRef, useState } from 'react'
import { useText } from '../../base/text/text.tsx'
import { EmptyState } from '../page/empty-state.tsx'
import { LoadFailed } from '../page/load-failed.tsx'
import classes from './data-table.module.css'
import { DataTableBody, type DataTableRowsProps } from './data-table-body.tsx'
import { DataTableHeader } from './data-table-header.tsx'
import { DataTablePages } from './data-table-pages.tsx'
import type { DataTableProps } from './data-table-props.ts'
import { DataTableToolbar } from './data-table-toolbar.tsx'
import { useActionsWithHistory } from './use-actions-with-history.ts'
import { useColumnChoices } from './use-column-choices.ts'
import { useListKeys } from './use-list-keys.ts'
import { toggled, useSelection } from './use-selection.ts'

export function DataTable<Row>(props: DataTableProps<Row>) {
  const { label, list, result, rowId, bulkActions = [] } = props
  const rowActions = useActionsWithHistory(props)
  const t = useText()
  const columns = useColumnChoices(label, props.columns)
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set())
  const rows = result.data?.rows ?? []
  const selection = useSelection({ list, rows, rowId })
  const isNarrowed = list.query !== '' || Object.values(list.filters).some((value) => value !== undefined)
  const isEmpty = result.data !== undefined && rows.length === 0
  const hasSelection = bulkActions.length > 0
  const group = useRef<HTMLDivElement>(null)
  useListKeys({ list: group, hasSelection: selection.chosen.length > 0, clear: selection.clear })

  const rowProps: DataTableRowsProps<Row> = {
    ...props,
    rowActions,
    columns,
    rows,
    selected: hasSelection ? selection.ids : undefined,
    onToggle: selection.toggle,
    opened,
    onOpen: (id) => setOpened((old) => toggled(old, id)),
  }

  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms; this groups the parts of one list
    <div ref={group} role="group" data-list aria-label={label} className={classes['list']}>
      <DataTableToolbar
        list={list}
        searchHelp={props.searchHelp}
        things={props.things ?? label}
        filters={props.filters}
        isUpdating={result.isFetching && result.data !== undefined}
        selection={
          selection.chosen.length === 0
            ? undefined
            : {
                ...{ rows: selection.chosen, actions: bulkActions, onClear: selection.clear },
                ...{ allMatching: props.allMatching, isWhole: selection.isWhole, onWhole: selection.selectWhole },
                mayBeWhole: selection.isPage && (result.data?.total ?? 0) > list.perPage,
              }
        }
      />
      {result.error !== null && <LoadFailed error={result.error} onRetry={result.refetch} />}
      {isEmpty && (
        <div style={{ borderBlock: '1px solid var(--ly-border)' }}>
          {isNarrowed ? (
            <EmptyState {...(props.noMatch ?? { title: t('ui.list.noMatch'), text: t('ui.list.noMatch.text') })} />
          ) : (
            <EmptyState {...props.empty} />
          )}
        </div>
      )}
      {!isEmpty && (result.error === null || rows.length > 0) && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
        <section className={classes['scroll']} tabIndex={0} aria-label={t('ui.list.table', { label })}>
          <table
            aria-busy={result.isFetching}
            className={classes['table']}
            data-leaves-width={columns.leavesWidth || undefined}
          >
            <DataTableHeader
              columns={columns}
              list={list}
              pageChoice={
                hasSelection
                  ? {
                      isDisabled: rows.length === 0,
                      isPage: selection.isPage,
                      isPart: selection.chosen.length > 0 && !selection.isPage,
                      onToggle: selection.togglePage,
                    }
                  : undefined
              }
              hasDetails={props.rowDetails !== undefined}
              hasActions={rowActions !== undefined}
            />
            <DataTableBody {...rowProps} />
          </table>
        </section>
      )}
      {result.data !== undefined && rows.length > 0 && <DataTablePages list={list} total={result.data.total} />}
    </div>
  )
}
