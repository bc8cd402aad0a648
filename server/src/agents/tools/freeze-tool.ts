import { FIELD } from '@logyard/contract/messages/message-fields'
import { createFrozenLink, MAX_FROZEN_MESSAGES, MAX_FROZEN_NOTE } from '@logyard/contract/search/frozen-links'
import { Type } from 'typebox'
import { agentTool } from '../agent-tool.ts'
import { selectionArgs, selectionOf } from './selection-args.ts'

const MAX_ID = 300
const DEFAULT_COLUMNS = [FIELD.source, FIELD.message]

export const freezeTool = agentTool({
  name: 'freeze_messages',
  title: 'Keep messages under a link',
  description:
    'Keeps the ids of messages, a search and your note under a link for people, who later also learn what retention has deleted. Use it for the evidence of your answer.',
  isStoring: true,
  args: Type.Object(
    {
      ...selectionArgs,
      note: Type.String({ maxLength: MAX_FROZEN_NOTE }),
      messages: Type.Array(
        Type.Object(
          { id: Type.String({ maxLength: MAX_ID }), index: Type.String({ maxLength: MAX_ID }) },
          { additionalProperties: false },
        ),
        { maxItems: MAX_FROZEN_MESSAGES, description: 'As search_messages returns them' },
      ),
    },
    { additionalProperties: false },
  ),
  async run({ note, messages, ...args }, call) {
    const selection = await selectionOf(args, call)
    const body = { ...selection, note, messages, columns: DEFAULT_COLUMNS }
    const { id, message_count, timerange } = await call.api.call(createFrozenLink, { body })
    return { facts: { link: `${call.consoleUrl}/frozen/${id}`, messages: message_count, timerange } }
  },
})
