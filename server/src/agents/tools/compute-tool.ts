import { FIELD } from '@logyard/contract/messages/message-fields'
import { type QueryTable, tabulateQuery } from '@logyard/contract/search/tables'
import { splitSteps } from '@logyard/languages/query-steps/split-steps'
import { Type } from 'typebox'
import { agentTool } from '../agent-tool.ts'
import type { Masks } from '../masking/masks.ts'
import { OperationRefused } from '../operation-client.ts'
import { selectionArgs, selectionOf } from './selection-args.ts'

const MAX_QUERY = 10_000
const MAX_ROWS = 500
const DEFAULT_ROWS = 100

const { query: _query, ...where } = selectionArgs

export const computeTool = agentTool({
  name: 'compute',
  title: 'Compute with steps',
  description:
    'A table of a query with steps behind `|`: where, parse FIELD grok|regex|json|kv, let NAME = EXPR, stats AGG by FIELD, timechart 5m count(), top N FIELD, rare, sort -count, limit, fields, join TABLE on FIELD, dedup, transaction by FIELD. Example: `level:<=3 | parse message regex "took (?<ms>[0-9]+)" | stats count(), percentile(number(ms), 95) by source | sort -count`. An error says what is wrong and where.',
  args: Type.Object(
    {
      ...where,
      query: Type.String({ minLength: 1, maxLength: MAX_QUERY, description: 'A query with at least one step' }),
      limit: Type.Optional(Type.Integer({ minimum: 1, maximum: MAX_ROWS, description: 'Rows; 100 by default' })),
    },
    { additionalProperties: false },
  ),
  async run({ query, limit = DEFAULT_ROWS, ...args }, call) {
    const { api, masks } = call
    const split = splitSteps(query)
    const steps = query.slice(split.stepsFrom ?? query.length)
    requireUnmasked(steps, masks)
    const { timerange, streams } = await selectionOf({ ...args, query: split.query }, call)
    const found = await api.call(tabulateQuery, { body: { query, timerange, streams, limit } })
    requireWholeValues(found, masks)
    return {
      facts: {
        timerange: found.effective_timerange,
        columns: found.columns.map(({ name, type }) => ({ name, type })),
        has_all_rows: found.is_complete,
        link: call.linkTo({ query: split.query, steps, range: found.effective_timerange, streams }),
      },
      logData: { rows: masks.texts(found.datarows) },
    }
  },
})

const TEXTS: readonly string[] = [FIELD.message, FIELD.fullMessage]

/** A step can put a value into any other form, in which no mask knows it. */
function requireUnmasked(steps: string, { areAny, fields }: Masks): void {
  if (!areAny) return
  const named = new Set(steps.match(/[\p{L}_@][\p{L}\p{N}_.@-]*/gu) ?? [])
  const masked = [...fields, ...TEXTS].find((field) => named.has(field) || steps.includes(`\`${field}\``))
  if (masked !== undefined) {
    throw new OperationRefused(`Masking rules allow no steps with ${masked}: use aggregate or field_values instead.`)
  }
}

function requireWholeValues({ columns }: QueryTable, { areAny }: Masks): void {
  const made = areAny ? columns.find(({ type, field }) => type === 'text' && field === undefined) : undefined
  if (made !== undefined) throw new OperationRefused(`Masking rules allow no computed texts, such as ${made.name}.`)
}
