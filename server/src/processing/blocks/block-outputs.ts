/** Writes the messages of a block for the outputs of their streams. */

import type { RowFacts } from '../../store/messages/encode-rows.ts'
import type { Message } from '../../store/messages/message.ts'
import type { OutputFormat, OutputGroup, OutputSettings } from '../settings/processing-settings.ts'
import type { OutputBatch } from './block-result.ts'
import { encodeGelf } from './encode-gelf.ts'
import { encodeDocument } from './encode-hit.ts'

export interface BlockOutputs {
  configure(settings: OutputSettings): void
  /** `groups` are positions in the list of groups. */
  add(groups: readonly number[], message: Message, facts: RowFacts): void
  /** Returns what was added since the last call. */
  take(): readonly OutputBatch[]
}

const END = '\0'

export function createBlockOutputs(): BlockOutputs {
  let groups: readonly { readonly group: OutputGroup; texts: string[] }[] = []
  let forwarder = ''

  const encode = (format: OutputFormat, message: Message, facts: RowFacts): string =>
    format === 'gelf' ? encodeGelf(message, facts, forwarder) : encodeDocument(message, facts)

  return {
    configure(settings) {
      groups = settings.groups.map((group) => ({ group, texts: [] }))
      forwarder = settings.forwarder
    },
    add(positions, message, facts) {
      const written: Partial<Record<OutputFormat, string>> = {}
      for (const position of positions) {
        const open = groups[position]
        if (open === undefined) continue
        const { format } = open.group
        written[format] ??= encode(format, message, facts)
        open.texts.push(written[format])
      }
    },
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
