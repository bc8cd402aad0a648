import { levelNumber } from '@logyard/contract/messages/message-levels'
import type { MessageDocument } from '@logyard/contract/search/search-results'

type LevelTone = 'error' | 'warning' | 'normal' | 'quiet'

export interface MessageLevel {
  readonly field: string
  readonly value: string | number
  /** Name in capitals, as log lines write it. */
  readonly name: string
  readonly tone: LevelTone
}

const FIELDS = ['level', 'severity', 'log_level'] as const
export const isLevelField = (field: string): boolean => FIELDS.some((one) => one === field)

/** Levels by syslog severity. */
const BY_NUMBER = ['EMERG', 'ALERT', 'CRIT', 'ERROR', 'WARN', 'NOTICE', 'INFO', 'DEBUG'] as const

/** Words that no number stands for. */
const WORDS = ['FATAL', 'TRACE']
const QUIET = 7
const WARNING = 4

const LONGEST_NAME = 10

/** The name and tone of a level: a syslog number or a word. */
export function levelNamed(value: string | number): Pick<MessageLevel, 'name' | 'tone'> {
  const number = levelNumber(value)
  const text = String(value).trim().toUpperCase()
  const name = number === undefined || WORDS.includes(text) ? text : (BY_NUMBER[number] ?? text)
  return { name: name.slice(0, LONGEST_NAME), tone: toneOf(number) }
}

function toneOf(number: number | undefined): LevelTone {
  if (number === undefined) return 'normal'
  if (number <= WARNING) return number === WARNING ? 'warning' : 'error'
  return number === QUIET ? 'quiet' : 'normal'
}

/** The level that a message claims. */
export function levelOf(message: MessageDocument): MessageLevel | undefined {
  for (const field of FIELDS) {
    const value = message[field]
    if ((typeof value === 'string' && value.trim() !== '') || typeof value === 'number')
      return { field, value, ...levelNamed(value) }
  }
  return undefined
}
