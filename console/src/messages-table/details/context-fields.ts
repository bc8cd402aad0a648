/** The fields by which the messages around a message are chosen, and the user's choice for each stream. */
import { isInternalName } from '@logyard/contract/messages/message-fields'
import type { MessageDocument, MessageHit } from '@logyard/contract/search/search-results'
import { DEFAULT_STREAM_ID } from '@logyard/contract/streams/stream-ids'
import { useLocalStorage } from '@mantine/hooks'
import { useCurrentUser } from '../../base/session/current-user.tsx'
import { identifierFields, isTraceField } from '../fields/identifier-fields.ts'

/** The most that one request accepts. */
export const MAX_CONTEXT_FIELDS = 20
const MAX_REMEMBERED_STREAMS = 50

/** The fields whose value other messages can share: identifiers first, then `usual` ones, then the rest by name. */
export function contextFields(message: MessageDocument, usual: readonly string[]) {
  const shareable = Object.keys(message)
    .filter((name) => !UNIQUE.has(name) && isShareable(message[name]))
    .sort()
  const offered = [
    ...new Set([
      ...identifierFields(shareable.filter((name) => !isInternalName(name))),
      ...usual.filter((name) => shareable.includes(name)),
    ]),
  ]
  return { offered, others: shareable.filter((name) => !offered.includes(name)) }
}

/** The fields to start with: the trace alone, because its messages come from several sources; without one, `usual` ones. */
export function startingFields(message: MessageDocument, usual: readonly string[]): readonly string[] {
  const [first] = contextFields(message, usual).offered
  return first !== undefined && isTraceField(first) ? [first] : usual.slice(0, MAX_CONTEXT_FIELDS)
}

const UNIQUE: ReadonlySet<string> = new Set(['_id', 'message', 'full_message', 'timestamp', 'gl2_message_id'])

const isShareable = (value: unknown): boolean =>
  (typeof value === 'string' && value !== '') || ['number', 'bigint', 'boolean'].includes(typeof value)

/** The fields that the user picked last for messages of this one's stream. */
export function usePickedFields({ message }: MessageHit) {
  const { username } = useCurrentUser()
  const [remembered, setRemembered] = useLocalStorage<Readonly<Record<string, readonly string[]>>>({
    key: `contextFields.${username}`,
    defaultValue: {},
    getInitialValueInEffect: false,
  })
  const stream = message.streams.find((id) => id !== DEFAULT_STREAM_ID) ?? DEFAULT_STREAM_ID
  const picked = Object.hasOwn(remembered, stream) ? remembered[stream] : undefined
  const pick = (fields: readonly string[]) => {
    const others = Object.entries(remembered).filter(([id]) => id !== stream)
    setRemembered(Object.fromEntries([...others.slice(1 - MAX_REMEMBERED_STREAMS), [stream, fields]]))
  }
  return [picked?.filter((name) => isShareable(message[name])), pick] as const
}
