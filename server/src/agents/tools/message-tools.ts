import { FIELD } from '@logyard/contract/messages/message-fields'
import { getMessageContext } from '@logyard/contract/search/message-context'
import { runSearch } from '@logyard/contract/search/search-jobs'
import type { MessageHit } from '@logyard/contract/search/search-results'
import { Type } from 'typebox'
import { agentTool } from '../agent-tool.ts'
import type { Masks } from '../masking/masks.ts'
import { OperationRefused } from '../operation-client.ts'
import { selectionArgs, selectionOf } from './selection-args.ts'

const MAX_MESSAGES = 200
const DEFAULT_MESSAGES = 20
const MAX_OFFSET = 9800
const MAX_FIELDS = 50
const MAX_FIELD_NAME = 1000
const MAX_ID = 200
const MAX_NEIGHBOURS = 50
const DEFAULT_NEIGHBOURS = 10
/** Characters of one value; the others are cut off. */
const MAX_VALUE = 2000

const fieldNames = (description: string) =>
  Type.Optional(
    Type.Array(Type.String({ minLength: 1, maxLength: MAX_FIELD_NAME }), { maxItems: MAX_FIELDS, description }),
  )

export const searchMessagesTool = agentTool({
  name: 'search_messages',
  title: 'Search messages',
  description:
    'Messages that match a query, newest first, with the exact number of all matching messages. Each has an id and an index, with which people and message_context find it.',
  args: Type.Object(
    {
      ...selectionArgs,
      fields: fieldNames('Fields to return besides timestamp, source and message; all others by default'),
      limit: Type.Optional(Type.Integer({ minimum: 1, maximum: MAX_MESSAGES, description: '20 by default' })),
      offset: Type.Optional(Type.Integer({ minimum: 0, maximum: MAX_OFFSET, description: 'Messages to skip' })),
      oldest_first: Type.Optional(Type.Boolean()),
    },
    { additionalProperties: false },
  ),
  async run({ fields, limit = DEFAULT_MESSAGES, offset = 0, oldest_first, ...args }, call) {
    const { api, masks } = call
    const { query, timerange, streams } = await selectionOf(args, call)
    const sort = [{ field: FIELD.timestamp, order: oldest_first === true ? ('ASC' as const) : ('DESC' as const) }]
    const job = await api.call(runSearch, {
      body: {
        queries: [
          {
            id: 'query',
            query: { type: 'elasticsearch', query_string: query },
            timerange,
            filter:
              streams.length === 0
                ? null
                : { type: 'or', filters: streams.map((id) => ({ type: 'stream' as const, id })) },
            search_types: [{ id: 'messages', type: 'messages', limit, offset, sort }],
          },
        ],
      },
    })
    const result = job.results['query']?.search_types['messages']
    if (result?.type !== 'messages') {
      throw new OperationRefused(job.errors?.[0]?.description ?? 'The search did not end in time. Use a shorter range.')
    }
    return {
      facts: {
        messages: result.total_results,
        timerange: result.effective_timerange,
        link: call.linkTo({ query, range: result.effective_timerange, streams }),
      },
      logData: { messages: result.messages.map((hit) => shownMessage(hit, masks, fields)) },
    }
  },
})

export const messageContextTool = agentTool({
  name: 'message_context',
  title: 'Messages around a message',
  description:
    'The messages right before and after one message, of the same source and input, or with the same values in other fields, such as a trace id.',
  args: Type.Object(
    {
      id: Type.String({ maxLength: MAX_ID, description: 'Of the message, as search_messages returns it' }),
      index: Type.String({ maxLength: MAX_ID }),
      before: Type.Optional(Type.Integer({ minimum: 0, maximum: MAX_NEIGHBOURS, description: '10 by default' })),
      after: Type.Optional(Type.Integer({ minimum: 0, maximum: MAX_NEIGHBOURS, description: '10 by default' })),
      same: fieldNames('Neighbours have the same values in these; source and gl2_source_input by default'),
    },
    { additionalProperties: false },
  ),
  async run({ id, index, before = DEFAULT_NEIGHBOURS, after = DEFAULT_NEIGHBOURS, same }, { api, masks }) {
    const found = await api.call(getMessageContext, {
      body: { id, index, before, after, fields: same ?? [FIELD.source, FIELD.sourceInput] },
    })
    return {
      facts: { compared: Object.keys(found.linked_by) },
      logData: {
        before: found.before.map((hit) => shownMessage(hit, masks)),
        after: found.after.map((hit) => shownMessage(hit, masks)),
      },
    }
  },
})

const ALWAYS_SHOWN = new Set<string>([FIELD.timestamp, FIELD.source, FIELD.message])
/** Other names of what is shown. */
const LEFT_OUT = new Set<string>([FIELD.streams, 'gl2_message_id', 'gl2_accounted_message_size'])

function shownMessage({ message, index }: MessageHit, masks: Masks, fields?: readonly string[]) {
  const { _id: id, ...values } = masks.message(message)
  const wanted = fields && new Set(fields)
  const isShown = (name: string) => ALWAYS_SHOWN.has(name) || (wanted?.has(name) ?? !LEFT_OUT.has(name))
  const shown = Object.entries(values).filter(([name]) => isShown(name))
  return { id, index, ...Object.fromEntries(shown.map(([name, value]) => [name, shortened(value)])) }
}

const shortened = (value: unknown): unknown =>
  typeof value === 'string' && value.length > MAX_VALUE ? `${value.slice(0, MAX_VALUE).toWellFormed()}...` : value
