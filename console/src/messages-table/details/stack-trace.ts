/** Recognizes stack traces and other long texts beside the message. */
import { FIELD } from '@logyard/contract/messages/message-fields'

const TRACE_NAME =
  /(^|[._-])(stack_?trace|stack|exception|trace_?back|back_?trace|extended_?stack_?trace|error_?stack)$/i

/** A second text of the message in several lines; `full_message` also in one, unless it repeats the message. */
export function isTraceField(name: string, value: unknown, message: string): value is string {
  if (typeof value !== 'string' || value.trim() === '') return false
  if (name === FIELD.fullMessage) return value !== message
  return TRACE_NAME.test(name) && value.includes('\n')
}

/** Java, JavaScript, .NET (`at ...`), Python (`File "..."`), Go, PHP and Ruby (`#0`, `from`), native (`0x...`). */
const FRAME = /^\s*(at\s|File "|#\d+\s|from\s|\.{3}\s*\d+|0x[\da-f]+\s|[\w./-]+\.(go|py|rb|php|rs|c|cc|cpp):\d+)/i

/** A line that names a position in the code, rather than what happened. */
export const isFrame = (line: string): boolean => FRAME.test(line)
