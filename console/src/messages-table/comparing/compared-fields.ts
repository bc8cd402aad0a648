import { FIELD } from '@logyard/contract/messages/message-fields'
import type { MessageHit } from '@logyard/contract/search/search-results'
import { textOf } from '../fields/menu-value.ts'
import { type TextPart, textDifferences } from './text-differences.ts'

export interface ComparedField {
  readonly name: string
  readonly isSame: boolean
  /** One of each message; absent where it lacks the field. */
  readonly values: readonly (readonly TextPart[] | undefined)[]
}

const FIRST = ['timestamp', 'source', 'message']
/** Fields that are different in every message and say nothing. */
const OWN: ReadonlySet<string> = new Set(['_id', FIELD.messageId, FIELD.accountedSize])

/** The fields of the messages, each compared with the first message; the first with the second. */
export function comparedFields(hits: readonly MessageHit[]): readonly ComparedField[] {
  const names = [...new Set(hits.flatMap(({ message }) => Object.keys(message)))].filter((name) => !OWN.has(name))
  const order = [
    ...FIRST.filter((name) => names.includes(name)),
    ...names.filter((name) => !FIRST.includes(name)).sort(),
  ]
  return order.map((name) => {
    const texts = hits.map(({ message }) =>
      message[name] === undefined || message[name] === null ? undefined : textOf(message[name]),
    )
    const [first, second] = texts
    return {
      name,
      isSame: texts.every((text) => text === first),
      values: texts.map((text, at) => {
        if (text === undefined) return undefined
        if (at === 0) return second === undefined ? whole(text, true) : textDifferences(text, second)[0]
        return first === undefined ? whole(text, true) : textDifferences(first, text)[1]
      }),
    }
  })
}

const whole = (text: string, isDifferent: boolean): readonly TextPart[] => [{ text, isDifferent }]
