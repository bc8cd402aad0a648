/** `logyard patterns`: the patterns of matching messages with their counts, shares and trends. */
import type { Pattern, Patterns } from '@logyard/contract/search/patterns'
import { printableJson } from '../api/exact-json.ts'
import { findPatterns } from '../api/routes.ts'
import { type Context, EXIT } from '../command.ts'
import { type Paint, painter } from '../output/colors.ts'
import type { Output } from '../output/output.ts'
import { printable } from '../output/printable-text.ts'
import { cutToWidth } from '../output/text-width.ts'
import { wholeNumber } from '../search/option-values.ts'
import { checkedQuery } from '../search/query-problems.ts'
import { selectionOf } from '../search/selection.ts'
import { UsageError } from '../usage-error.ts'
import { trendBars } from './trend-bars.ts'

const MAX_PATTERNS = 1000
/** Beside the width of the terminal. */
const UNITS_PER_COLUMN = 4

export async function patterns(context: Context): Promise<number> {
  const { text, isSet, output } = context
  const format = (['text', 'json', 'ndjson'] as const).find((one) => one === text('output'))
  if (format === undefined) throw new UsageError('The output is text, json or ndjson.')
  const limit = wholeNumber('limit', text('limit') ?? '', MAX_PATTERNS)
  using api = await context.connect()
  const { query, timerange, streams } = await selectionOf(context, api, new Date())
  const body = { query, timerange, streams: [...streams], limit }
  const found = await checkedQuery(api, { query, streams }, () => api.call(findPatterns, { body }))
  if (format === 'json') await output.write(`${printableJson(found)}\n`)
  else if (format === 'ndjson')
    await output.write(found.patterns.map((pattern) => `${printableJson(pattern)}\n`).join(''))
  else await output.write(tableOf(found, output, isSet('wrap')))
  return found.patterns.length > 0 ? EXIT.found : EXIT.nothing
}

function tableOf(found: Patterns, output: Output, isWrapped: boolean): string {
  const { total, pattern_count: all, patterns: listed } = found
  if (listed.length === 0) return ''
  const paint = painter(output.hasColors)
  const rows = listed.map((pattern) => rowOf(pattern, total, { output, isWrapped, paint }))
  if (!output.isTerminal) return rows.join('')
  const width = Math.max(1, ...listed.map(({ trend }) => trend.length))
  const head = `${'count'.padStart(COUNT)}  ${'share'.padStart(SHARE)}  ${'trend'.padEnd(width)}  pattern\n`
  const rest = all > listed.length ? `${all - listed.length} more patterns: --limit\n` : ''
  return `${paint(head.trimEnd(), 'bold')}\n${rows.join('')}${rest}`
}

const COUNT = 10
const SHARE = 6

interface RowParts {
  readonly output: Output
  readonly isWrapped: boolean
  readonly paint: Paint
}

/** For other programs with tabs between the values. */
function rowOf({ count, trend, text, is_new: isNew }: Pattern, total: number, parts: RowParts): string {
  const { output, isWrapped, paint } = parts
  const share = total === 0 ? 0 : (100 * count) / total
  const bars = trendBars(trend)
  if (!output.isTerminal) return `${count}\t${share.toFixed(2)}%\t${bars}\t${isNew ? 'new' : ''}\t${printable(text)}\n`
  const mark = isNew ? 'new ' : ''
  const start = `${String(count).padStart(COUNT)}  ${`${share.toFixed(1)}%`.padStart(SHARE)}  ${bars}  ${mark}`
  const room = Math.max(10, output.columns - start.length)
  const shown = isWrapped ? printable(text) : cutToWidth(printable(text.slice(0, room * UNITS_PER_COLUMN)), room)
  const left = start.slice(0, start.length - bars.length - 2 - mark.length)
  return `${left}${paint(bars, 'cyan')}  ${paint(mark, 'yellow')}${shown}\n`
}
