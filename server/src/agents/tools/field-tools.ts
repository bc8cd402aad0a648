import { listFields } from '@logyard/contract/fields/search-fields'
import { getFieldCoverage, getFieldStatistics } from '@logyard/contract/search/field-insights'
import { Type } from 'typebox'
import { agentTool } from '../agent-tool.ts'
import { selectionArgs, selectionOf } from './selection-args.ts'

const MAX_FIELD_NAME = 1000
const MAX_TOP = 100
const DEFAULT_TOP = 20

export const listFieldsTool = agentTool({
  name: 'list_fields',
  title: 'List fields',
  description:
    'The fields of matching messages, with their types and in how many of the messages each is. Masked fields have pseudonyms as values.',
  args: Type.Object(selectionArgs, { additionalProperties: false }),
  async run(args, call) {
    const { api, masks } = call
    const body = await selectionOf(args, call)
    const [coverage, types] = await Promise.all([api.call(getFieldCoverage, { body }), api.call(listFields, {})])
    const typeOf = new Map(types.map(({ name, type }) => [name, type.type]))
    return {
      facts: { messages: coverage.total, looked_at: coverage.looked_at },
      logData: {
        fields: coverage.fields.map(({ field, count }) => ({
          field,
          messages: count,
          type: typeOf.get(field) ?? 'string',
          ...(masks.isMasked(field) && { masked: true }),
        })),
      },
    }
  },
})

export const fieldValuesTool = agentTool({
  name: 'field_values',
  title: 'Values of a field',
  description:
    'The most frequent values of a field in matching messages, with exact counts or those of an even sample, and figures of numbers (minimum, average, percentiles).',
  args: Type.Object(
    {
      ...selectionArgs,
      field: Type.String({ minLength: 1, maxLength: MAX_FIELD_NAME }),
      top: Type.Optional(Type.Integer({ minimum: 1, maximum: MAX_TOP, description: '20 by default' })),
    },
    { additionalProperties: false },
  ),
  async run({ field, top = DEFAULT_TOP, ...args }, call) {
    const { api, masks } = call
    const selection = await selectionOf(args, call)
    const found = await api.call(getFieldStatistics, { body: { ...selection, field, top } })
    const { total, looked_at, with_field, distinct, numbers } = found
    return {
      facts: {
        messages: total,
        looked_at,
        with_field,
        distinct,
        ...(numbers && !masks.isMasked(field) && { numbers: { ...numbers, distribution: undefined } }),
      },
      logData: { values: found.top.map(({ value, count }) => ({ value: masks.value(field, value), count })) },
    }
  },
})
