/** Writes messages to the server's log. */
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { OutputConfiguration } from '@logyard/contract/outputs/outputs'
import { MESSAGE_LINE } from '../platform/server-log/message-line.ts'
import type { OutputSink, SinkContext } from './output-type.ts'
import { splitMessages } from './split-messages.ts'

export const DEFAULT_PREFIX = 'Writing message: '

export function openLogSink(configuration: OutputConfiguration, { log, outputId }: SinkContext): OutputSink {
  const given = configuration['prefix']
  const prefix = (typeof given === 'string' ? given : DEFAULT_PREFIX).trimEnd()
  return {
    isOpen: () => true,
    async send(messages) {
      for (const message of splitMessages(messages)) {
        log.info({ ...MESSAGE_LINE, outputId }, `${prefix} ${Buffer.from(message).toString()}`.trimStart())
      }
      await nextTurn()
      return 0
    },
    [Symbol.dispose]: () => undefined,
  }
}
