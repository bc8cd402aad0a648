/**
 * The pseudo-language: every catalogue text in accented letters between brackets. It reveals texts that do not come
 * from a catalogue, and places without room for longer words.
 */
import type { MessageFormatElement } from 'react-intl'

const LITERAL = 0
const LETTERS: Readonly<Record<string, string>> = Object.fromEntries(
  [...'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ'].map((letter, index) => [
    letter,
    [...'ȧƀƈḓḗƒɠħīĵķŀḿƞǿƥɋřşŧŭṽẇẋẏẑȦƁƇḒḖƑƓĦĪĴĶĿḾȠǾƤɊŘŞŦŬṼẆẊẎẐ'][index] ?? letter,
  ]),
)

const accented = (text: string) => [...text].map((char) => LETTERS[char] ?? char).join('')

/** Changes the prose of an ICU message and leaves its arguments, keywords and tags alone. */
export function pseudoMessage(message: string): string {
  let out = ''
  // In ICU, prose is at even depth: `{n, plural, one {prose} other {prose}}`.
  let depth = 0
  let inTag = false
  for (const char of message) {
    if (char === '{') depth++
    else if (char === '}') depth--
    else if (char === '<' && depth % 2 === 0) inTag = true
    out += depth % 2 === 0 && !inTag ? (LETTERS[char] ?? char) : char
    if (char === '>') inTag = false
  }
  return `⟦${out}⟧`
}

/** The same for a parsed message. */
export function pseudoElements(elements: readonly MessageFormatElement[]): MessageFormatElement[] {
  return [{ type: LITERAL, value: '⟦' }, ...elements.map(pseudoElement), { type: LITERAL, value: '⟧' }]
}

function pseudoElement(element: MessageFormatElement): MessageFormatElement {
  if (element.type === LITERAL) return { ...element, value: accented(element.value) }
  if ('children' in element) return { ...element, children: element.children.map(pseudoElement) }
  if (!('options' in element)) return element
  const options = Object.entries(element.options).map(([key, option]) => [
    key,
    { ...option, value: option.value.map(pseudoElement) },
  ])
  return { ...element, options: Object.fromEntries(options) }
}
