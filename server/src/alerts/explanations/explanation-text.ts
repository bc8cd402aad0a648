/** An explanation as it stands in mails and chats. */
import type { Explanation, Finding } from '@logyard/contract/search/explanations'
import { changeWords } from '../../search/insights/explanations/sentence.ts'

const MAX_LINES = 3
const MAX_SAME = 3
const MAX_SAME_TEXT = 80
/** Characters: texts of messages are as long as senders want. */
const MAX_SENTENCE = 600
const MAX_LINE = 300

/** The sentence, and a line for each of the first findings; empty if nothing differs. */
export function explanationText({ sentence, findings, inside, outside }: Explanation): string {
  if (findings.length === 0) return ''
  const totals = { inside: inside.messages, outside: outside.messages }
  const lines = findings.slice(0, MAX_LINES).map((finding) => `- ${clip(lineOf(finding, totals), MAX_LINE)}`)
  return [clip(oneLine(sentence), MAX_SENTENCE), ...lines].join('\n')
}

function lineOf(
  { kind, text, change, factor, inside, outside, same }: Finding,
  totals: { readonly inside: number; readonly outside: number },
): string {
  const subject = kind === 'pattern' ? `the pattern ${text}` : text
  const counts = `${inside} of ${totals.inside} messages, ${outside} of ${totals.outside} before`
  const others = same.slice(0, MAX_SAME).map((one) => clip(one.text, MAX_SAME_TEXT))
  const also = others.length === 0 ? '' : ` (so is ${others.join(', ')})`
  return oneLine(`${subject} is ${changeWords(change, factor)}: ${counts}${also}`)
}

const oneLine = (text: string): string => text.replace(/\s+/g, ' ')
const clip = (text: string, most: number): string => (text.length > most ? `${text.slice(0, most - 1)}…` : text)
