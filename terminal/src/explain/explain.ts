/** `logyard explain`: what differs between the messages of a range and those that they are compared with. */
import type { ComparedWith, Explanation, Finding } from '@logyard/contract/search/explanations'
import { printableJson } from '../api/exact-json.ts'
import { explainMessages } from '../api/routes.ts'
import { type Context, EXIT } from '../command.ts'
import { type Color, type Paint, painter } from '../output/colors.ts'
import { printable } from '../output/printable-text.ts'
import { trendBars } from '../patterns/trend-bars.ts'
import { checkedQuery } from '../search/query-problems.ts'
import { selectionOf } from '../search/selection.ts'
import { parseRange } from '../search/time-range.ts'
import { UsageError } from '../usage-error.ts'

/** The words of the command line. The rest is that of the range around: `--within`. */
const COMPARED: ReadonlyMap<string, ComparedWith> = new Map([
  ['before', 'before'],
  ['yesterday', 'yesterday'],
  ['last-week', 'last_week'],
  ['rest', 'rest'],
])

export async function explain(context: Context): Promise<number> {
  const { text, output } = context
  const format = (['text', 'json'] as const).find((one) => one === text('output'))
  if (format === undefined) throw new UsageError('The output is text or json.')
  const compareWith = COMPARED.get(text('compare') ?? '')
  if (compareWith === undefined) throw new UsageError(`--compare is one of ${[...COMPARED.keys()].join(', ')}.`)
  const within = text('within')
  const only = text('only')
  if (compareWith === 'rest' && within === undefined && only === undefined)
    throw new UsageError('The rest of what? Name a longer range by --within, or some of the messages by --only QUERY.')
  using api = await context.connect()
  const now = new Date()
  const { query, timerange, streams } = await selectionOf(context, api, now)
  const inside = {
    ...(within === undefined ? {} : { timerange }),
    ...(only === undefined ? {} : { query: only }),
  }
  const body = {
    query,
    streams: [...streams],
    timerange: within === undefined ? timerange : parseRange(within, now),
    ...(Object.keys(inside).length === 0 ? {} : { inside }),
    compare_with: compareWith,
  }
  const found = await checkedQuery(api, { query, streams }, () => api.call(explainMessages, { body }))
  await output.write(
    format === 'json' ? `${printableJson(found)}\n` : explanationText(found, painter(output.hasColors)),
  )
  return found.findings.length > 0 ? EXIT.found : EXIT.nothing
}

function explanationText({ sentence, inside, outside, findings, unchanged }: Explanation, paint: Paint): string {
  const lines = [
    paint(printable(sentence), 'bold'),
    `${inside.messages} messages compared with ${outside.messages}`,
    ...findings.flatMap((finding, at) => findingLines(finding, at + 1, paint)),
    ...(unchanged.length === 0 ? [] : [`No difference: ${printable(unchanged.join(', '))}`]),
  ]
  return lines.map((line) => `${line}\n`).join('')
}

const COLORS: Readonly<Record<Finding['change'], Color>> = { new: 'red', more: 'yellow', less: 'cyan', gone: 'gray' }
const percent = (share: number): string => `${(100 * share).toFixed(1)}%`

function findingLines(finding: Finding, number: number, paint: Paint): readonly string[] {
  const { change, text, inside, outside, query, trend, places, same } = finding
  const shares = `${percent(finding.share_outside)} -> ${percent(finding.share_inside)}`
  return [
    '',
    `${number}. ${paint(change, COLORS[change])}  ${printable(text)}`,
    `   ${paint(trendBars(trend), 'cyan')}  ${inside} messages, ${outside} of the others, ${shares}`,
    `   ${paint(`logyard search ${inQuotes(printable(query))}`, 'gray')}`,
    ...places.map((place) => `   mostly ${printable(place.query)} (${percent(place.share)})`),
    ...same.map((other) => `   also ${printable(other.text)}`),
  ]
}

const inQuotes = (query: string): string => `'${query.replaceAll("'", `'\\''`)}'`
