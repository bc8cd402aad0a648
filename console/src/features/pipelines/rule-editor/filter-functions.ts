import type { FunctionDescriptor } from '@logyard/contract/pipelines/rule-functions'
import { signatureOf } from '../source-editor/rule-signature.ts'

/** Functions whose signature or text matches a regular expression; one that does not compile is taken as plain text. */
export function filterFunctions(all: readonly FunctionDescriptor[], filter: string): readonly FunctionDescriptor[] {
  const typed = filter.trim()
  if (typed === '') return all
  const matches = matcherOf(typed)
  return all.filter((one) => matches(signatureOf(one)) || matches(one.description ?? ''))
}

function matcherOf(typed: string): (text: string) => boolean {
  try {
    const pattern = new RegExp(typed, 'i')
    return (text) => pattern.test(text)
  } catch {
    const words = typed.toLowerCase()
    return (text) => text.toLowerCase().includes(words)
  }
}
