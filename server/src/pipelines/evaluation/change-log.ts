import type { FieldValue } from '@logyard/codecs/codec'
import type { Message } from '../../store/messages/message.ts'

/**
 * What a message was before rules changed it. Recording is cheap, because nearly every message is finished at once,
 * and allocates nothing once the lists have grown.
 */
export type ChangeLog = ReturnType<typeof createChangeLog>

/** Longer lists are not retained between messages. */
const MAX_RETAINED = 1000

export function createChangeLog() {
  let names: string[] = []
  let values: (FieldValue | undefined)[] = []
  let length = 0
  let timestampMs = 0
  let source = ''
  let text = ''
  let streams: readonly string[] = []
  return {
    begin(message: Message) {
      if (names.length > MAX_RETAINED) {
        names = []
        values = []
      }
      length = 0
      timestampMs = message.timestampMs
      source = message.source
      text = message.message
      streams = message.streams
    },
    /** Before a field is set or removed. */
    note(name: string, value: FieldValue | undefined) {
      names[length] = name
      values[length] = value
      length += 1
    },
    /** Takes back everything since `begin`. Removed fields may come back in another order. */
    revert(message: Message) {
      for (let at = length - 1; at >= 0; at -= 1) {
        const name = names[at] ?? ''
        const value = values[at]
        if (value === undefined) message.fields.delete(name)
        else message.fields.set(name, value)
      }
      length = 0
      message.timestampMs = timestampMs
      message.source = source
      message.message = text
      message.streams = streams
    },
  }
}
