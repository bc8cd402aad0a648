/** Events of the rows that a condition found in a window. */
import type { EvaluationInput, FoundEvent } from '../../event-processor.ts'
import type { EvaluationWindow } from '../evaluation-windows.ts'
import { foundEvent, groupText } from '../occurrence.ts'
import { sourceStreams } from '../source-streams.ts'
import type { ReadRows, TableConfig, TableRow } from './table-rows.ts'

/** Values that the message of an event names. */
const MAX_SHOWN = 8
const MAX_VALUE = 100

export function tableEvents(
  input: EvaluationInput<TableConfig>,
  { range, timestampMs }: EvaluationWindow,
  { keyNames, rows, isComplete }: ReadRows,
  allStreams: readonly string[],
): readonly FoundEvent[] {
  const { config } = input
  const [first] = rows
  if (first === undefined) return []
  const about = {
    timestampMs,
    timerange: range,
    // A row does not tell which streams its messages were in.
    sourceStreams: sourceStreams(config.streams, [], allStreams),
  }
  const rowCount = isComplete ? rows.length : `more than ${rows.length}`
  if (!config.is_each_row)
    return [
      foundEvent(input, {
        ...about,
        name: [range.fromMs, timestampMs],
        text: `${rowCount} ${rows.length === 1 ? 'row' : 'rows'}, the first with ${valuesText(first)}`,
        group: [],
        source: { ...first.values, row_count: rowCount },
      }),
    ]
  return rows.map((row) => ({
    ...foundEvent(input, {
      ...about,
      name: [range.fromMs, timestampMs, ...row.name],
      text: `${groupText(row.key)}${valuesText(row, keyNames)}`,
      group: row.key,
      source: { ...row.values, row_count: rowCount },
    }),
    groupNames: keyNames,
  }))
}

/** `logins=12 last=2026-03-01T10:00:00.000Z` */
const valuesText = ({ values }: TableRow, without: readonly string[] = []): string =>
  Object.entries(values)
    .filter(([name]) => !without.includes(name))
    .slice(0, MAX_SHOWN)
    .map(([name, value]) => `${name}=${String(value ?? '').slice(0, MAX_VALUE)}`)
    .join(' ')
