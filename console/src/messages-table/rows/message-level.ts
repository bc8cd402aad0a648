import type { MessageDocument } from '@logyard/contract/search/search-results'

export type MessageLevel = 'error' | 'warning' | 'notice' | 'debug'

const NAMES: Readonly<Record<string, MessageLevel>> = {
  emerg: 'error',
  emergency: 'error',
  alert: 'error',
  crit: 'error',
  critical: 'error',
  fatal: 'error',
  err: 'error',
  error: 'error',
  severe: 'error',
  warn: 'warning',
  warning: 'warning',
  notice: 'notice',
  debug: 'debug',
  trace: 'debug',
}

/** The severity that a message claims: a syslog number or a common word. Ordinary severities have no mark. */
export function levelOf(message: MessageDocument): MessageLevel | undefined {
  const level = message['level'] ?? message['severity'] ?? message['log_level']
  if (typeof level === 'string' && Number.isNaN(Number(level))) return NAMES[level.toLowerCase()]
  const number = level === undefined || level === null ? Number.NaN : Number(level)
  if (number <= 3) return 'error'
  if (number === 4) return 'warning'
  if (number === 5) return 'notice'
  return number === 7 ? 'debug' : undefined
}
