import type { LogMessage } from '@logyard/contract/logging/loggers'

/** `status=404 user=ada` */
export const contextText = ({ context }: Pick<LogMessage, 'context'>): string =>
  Object.entries(context)
    .map(([name, value]) => `${name}=${value}`)
    .join(' ')

/** One line of the log as text, followed by the stack of its error. */
export function lineText(line: LogMessage): string {
  const facts = contextText(line)
  const text = `${line.timestamp} ${line.level} ${line.class_name} ${line.message}${facts === '' ? '' : ` ${facts}`}`
  return line.throwable === null ? `${text}\n` : `${text}\n${line.throwable}\n`
}
