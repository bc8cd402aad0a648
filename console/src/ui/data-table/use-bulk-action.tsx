/** Changes of the selected rows of a list: the question that names them, and the toasts about the result. */
import { List, Stack, Text } from '@mantine/core'
import { type QueryKey, useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { statusText } from '../../api/api-error.ts'
import type { MessageId } from '../../base/text/catalogues.ts'
import { useTextIfAny } from '../../base/text/text.tsx'
import { useNotify } from '../../base/toasts/notify.tsx'
import type { Beginning } from '../action/use-action.ts'
import { useConfirm } from '../confirm/confirm.tsx'
import { Dimmed } from '../dimmed.tsx'
import type { BulkAction } from './data-table-props.ts'

/** A row that was not changed. */
interface Refusal<Row> {
  readonly row: Row
  readonly status: string
}

interface ListedRow {
  readonly id: string
  /** Given by users; in texts it is `{name}` or `{title}`. */
  readonly name: string
  /** The row in the list of the question; absent: its name. */
  readonly entry?: ReactNode
}

interface BulkRows<Row> {
  /** Names a row in the question and the toasts. */
  readonly listed: (row: Row) => ListedRow
  /** The id of the text in the question about the rows that stay as they are, with `{count}`. */
  readonly skipped?: MessageId
  /** The queries that the changes make stale. */
  readonly changes: QueryKey
  /** The id of the toast if `run` itself fails. */
  readonly failed?: MessageId
}

interface BulkChange<Row> extends Pick<BulkAction<Row>, 'label' | 'isDangerous'> {
  /**
   * The beginning of the ids of its texts: `.nothing` if no row would change; `.title`, `.text` and `.confirm` of the
   * question, `.done` on success, with `{count}`; `.failed` for each row that was not changed.
   */
  readonly texts: Beginning<'.nothing'>
  /** The id of the text of the question, if it is not that of `texts`. */
  readonly questionText?: MessageId
  /** Whether the button of the question is red; absent: as that of the action. */
  readonly isWarned?: boolean
  readonly warning?: (changed: readonly Row[]) => ReactNode
  /** Whether the action would not change the row. */
  readonly isSkipped: (row: Row) => boolean
  readonly run: (changed: readonly Row[]) => Promise<readonly Refusal<Row>[]>
  /** Runs after the changes, whether or not they succeeded. */
  readonly after?: () => unknown
}

/** For `run` of a bulk action: changes one row after the other. */
export async function changeEach<Row>(
  rows: readonly Row[],
  change: (row: Row) => Promise<unknown>,
): Promise<readonly Refusal<Row>[]> {
  const refused: Refusal<Row>[] = []
  for (const row of rows) {
    await change(row).catch((error: unknown) => refused.push({ row, status: statusText(error) }))
  }
  return refused
}

/** `const bulk = useBulkAction({...})`, then `bulk({ label, texts, ... })` for each action. */
export function useBulkAction<Row>(rows: BulkRows<Row>): (change: BulkChange<Row>) => BulkAction<Row> {
  const text = useTextIfAny()
  const notify = useNotify()
  const confirm = useConfirm()
  const client = useQueryClient()

  async function runAndTell({ texts, run }: BulkChange<Row>, changed: readonly Row[]): Promise<boolean> {
    try {
      const refused = await run(changed)
      for (const { row, status } of refused) {
        const { name } = rows.listed(row)
        notify.error(text(`${texts}.failed`, { name, title: name, status }) ?? status)
      }
      const count = changed.length - refused.length
      if (count > 0) notify.success(text(`${texts}.done`, { count }) ?? '')
      return refused.length === 0
    } catch (error) {
      const status = statusText(error)
      notify.error(text(rows.failed ?? '', { status }) ?? status)
      return false
    } finally {
      await client.invalidateQueries({ queryKey: rows.changes })
    }
  }

  async function ask(change: BulkChange<Row>, changed: readonly Row[], skipped: number): Promise<boolean> {
    const { texts, questionText = `${texts}.text`, isWarned = change.isDangerous ?? false, warning } = change
    const count = changed.length
    const question = (
      <Stack gap="sm">
        <Text size="sm">{text(questionText, { count })}</Text>
        <List size="sm">
          {changed.map(rows.listed).map(({ id, name, entry }) => (
            <List.Item key={id}>{entry ?? <span translate="no">{name}</span>}</List.Item>
          ))}
        </List>
        {warning?.(changed)}
        {skipped > 0 && rows.skipped !== undefined && <Dimmed>{text(rows.skipped, { count: skipped })}</Dimmed>}
      </Stack>
    )
    const title = text(`${texts}.title`, { count }) ?? ''
    const confirmLabel = text(`${texts}.confirm`, { count }) ?? ''
    return await confirm({ title, text: question, confirmLabel, isDangerous: isWarned })
  }

  return (change) => ({
    label: change.label,
    isDangerous: change.isDangerous ?? false,
    async run(chosen) {
      const changed = chosen.filter((row) => !change.isSkipped(row))
      if (changed.length === 0) {
        notify.info(text(`${change.texts}.nothing`) ?? '')
        return false
      }
      if (!(await ask(change, changed, chosen.length - changed.length))) return false
      const isDone = await runAndTell(change, changed)
      await change.after?.()
      return isDone
    },
  })
}
