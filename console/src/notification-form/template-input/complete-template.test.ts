// biome-ignore-all lint/suspicious/noTemplateCurlyInString: templates have this form
import { expect, test } from 'vitest'
import { completeTemplate } from './complete-template.ts'

const names = [{ name: 'event.message', help: 'Message' }, { name: 'event.fields' }, { name: 'backlog' }]

/** The typed part, and the labels that begin with it. */
function at(text: string): string | undefined {
  const position = text.indexOf('|')
  const found = completeTemplate(text.replace('|', ''), position, names)
  if (found === undefined) return undefined
  const typed = text.slice(found.from, position)
  return found.options
    .map(({ label }) => label)
    .filter((label) => label.startsWith(typed))
    .join(' ')
}

test.each([
  ['${|', 'event.message event.fields backlog if foreach else end'],
  ['a ${ev|}', 'event.message event.fields'],
  ['${f|', 'foreach'],
  ['${if !ev|}', 'event.message event.fields'],
  ['${foreach b|}', 'backlog'],
  ['${foreach backlog m|}', undefined],
  ['${<b>,ev|,</b>}', 'event.message event.fields'],
  ['${event.message} |', undefined],
  ['$|{', undefined],
  ['${foreach backlog m}${m.me|}', 'm.message'],
  ['${foreach event.fields f}${f.|}', 'f.key f.value'],
  ['${foreach event.key_tuple part}${pa|}', 'part'],
  ['${foreach backlog m}${if first_|', 'first_m'],
  ['${foreach backlog m}${if x}a${end}${m.ti|}', 'm.timestamp'],
  ['${foreach backlog m}a${end}${m.me|}', ''],
])('%s', (text, labels) => {
  expect(at(text)).toBe(labels)
})

test('the list of a loop is followed by a name, other names by the closing brace', () => {
  expect(completeTemplate('${foreach b', 11, names)?.options.at(-1)).toMatchObject({
    label: 'backlog',
    continues: true,
  })
  expect(completeTemplate('${b', 3, names)?.options[0]).toEqual({ label: 'event.message', detail: 'Message' })
})
