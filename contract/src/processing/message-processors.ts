/** The processors that work on each message: their order, and which are switched off. */
import { type Static, Type } from 'typebox'
import { MAX_LIST } from '../http/bounds.ts'
import { holds, inArea } from '../http/operation.ts'

/** Key of the document in the cluster configuration. */
export const PROCESSORS_CONFIG_KEY = 'org.graylog2.messageprocessors.MessageProcessorsConfig'

const MAX_NAME = 200
const className = Type.String({ maxLength: MAX_NAME })

export const MessageProcessorsConfig = Type.Object(
  {
    processor_order: Type.Array(
      Type.Object(
        { name: Type.String({ maxLength: MAX_NAME }), class_name: className },
        { additionalProperties: false },
      ),
      { maxItems: MAX_LIST, description: 'All processors, in the order in which they run' },
    ),
    disabled_processors: Type.Array(className, { maxItems: MAX_LIST, description: 'Class names' }),
  },
  { title: 'MessageProcessorsConfig', additionalProperties: false },
)
export type MessageProcessorsConfig = Static<typeof MessageProcessorsConfig>

/** The stored document. */
export const StoredProcessorsConfig = Type.Object(
  {
    processor_order: Type.Array(className, { maxItems: MAX_LIST, description: 'Class names' }),
    disabled_processors: Type.Array(className, { maxItems: MAX_LIST, description: 'Class names' }),
  },
  { title: 'StoredMessageProcessorsConfig', additionalProperties: false },
)
export type StoredProcessorsConfig = Static<typeof StoredProcessorsConfig>

const { get, put } = inArea('configuration')
const path = '/system/messageprocessors/config'

export const getMessageProcessors = get(path, {
  id: 'messageprocessors.get',
  summary: 'All message processors in their order; those without a place in it come last, by class name',
  access: holds('clusterconfigentry:read'),
  answers: { 200: MessageProcessorsConfig },
})

export const updateMessageProcessors = put(path, {
  id: 'messageprocessors.update',
  summary: 'Order message processors and switch them off; unknown ones are ignored',
  access: holds('clusterconfigentry:edit'),
  audit: 'message-processors:update',
  body: MessageProcessorsConfig,
  answers: { 200: MessageProcessorsConfig },
})
