/** Writes the messages of a block for the outputs of their streams. */

import { encodeOtlpLog } from '@logyard/codecs/otlp/encode-otlp-log'
import { encodeSyslog } from '@logyard/codecs/syslog/encode-syslog'
import type { RowFacts } from '../../store/messages/encode-rows.ts'
import type { Message } from '../../store/messages/message.ts'
import type { OutputFormat, OutputGroup, OutputSettings } from '../settings/processing-settings.ts'
import { encodeGelf } from './encode-gelf.ts'
import { encodeDocument } from './encode-hit.ts'

const END = '\0'

export function createBlockOutputs() {
  let groups: readonly { readonly group: OutputGroup; texts: string[] }[] = []
  let forwarder = ''

  const encoders: Readonly<Record<OutputFormat, (message: Message, facts: RowFacts) => string>> = {
    gelf: (message, facts) => encodeGelf(message, facts, forwarder),
    document: encodeDocument,
    syslog: encodeSyslog,
    otlp: encodeOtlpLog,
  }

  return {
    configure(settings: OutputSettings) {
      groups = settings.groups.map((group) => ({ group, texts: [] }))
      forwarder = settings.forwarder
    },
    /** `groups` are positions in the list of groups. */
    add(positions: readonly number[], message: Message, facts: RowFacts) {
      const written: Partial<Record<OutputFormat, string>> = {}
      for (const position of positions) {
        const open = groups[position]
        if (open === undefined) continue
        const { format } = open.group
        written[format] ??= encoders[format](message, facts)
        open.texts.push(written[format])
      }
    },
    /** Returns what was added since the last call. */
    take() {
      const filled = groups.filter(({ texts }) => texts.length > 0)
      return filled.map((open) => {
        const text = open.texts.join(END) + END
        const messages = open.texts.length
        open.texts = []
        // Not from the shared buffer pool: the memory is transferred to another thread.
        const bytes = Buffer.allocUnsafeSlow(Buffer.byteLength(text))
        bytes.write(text)
        return { outputs: open.group.outputs, messages, bytes }
      })
    },
  }
}
