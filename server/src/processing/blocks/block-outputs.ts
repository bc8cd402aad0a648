/** Writes the messages of a block for the outputs of their streams; what the outputs are is none of its business. */

import type { Message } from '../../store/messages/message.ts'
import type { OutputFormat, OutputGroup, ProcessingSettings } from '../settings/processing-settings.ts'
import type { OutputBatch } from './block-result.ts'
import { encodeGelf } from './encode-gelf.ts'
import { encodeDocument } from './encode-hit.ts'
import type { RowFacts } from './encode-row.ts'

export interface BlockOutputs {
  configure(settings: Pick<ProcessingSettings, 'outputGroups' | 'forwarder'>): void
  /** `groups` are places in the list of groups. */
  add(groups: readonly number[], message: Message, facts: RowFacts): void
  /** What was added since the last call. */
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
      groups = settings.outputGroups.map((group) => ({ group, texts: [] }))
      forwarder = settings.forwarder
    },
    add(places, message, facts) {
      const written: Partial<Record<OutputFormat, string>> = {}
      for (const place of places) {
        const open = groups[place]
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
        // Memory of its own: it goes to another thread.
        const bytes = Buffer.allocUnsafeSlow(Buffer.byteLength(text))
        bytes.write(text)
        return { outputs: open.group.outputs, messages, bytes }
      })
    },
  }
}
