import { compileJavaPattern } from '@logyard/languages/java-regex/java-pattern'
import { expect, test } from 'vitest'
import { draftRegex, regexOf } from './draft-regex.ts'
import { selectedPart } from './selected-part.ts'
import { randomOf, randomText } from './testing/random-texts.ts'

const NGINX = '10.0.0.1 - frank [10/Oct/2000:13:55:36 -0700] "GET /a?b=c HTTP/1.1" 200 2326 "-" "curl/8.5.0"'

/** The selection is between `«` and `»`. */
function draft(marked: string): string {
  const from = marked.indexOf('«')
  const text = marked.replace('«', '').replace('»', '')
  const part = selectedPart(text, { from, to: marked.indexOf('»') - 1 })
  if (part === undefined) throw new Error('nothing selected')
  return regexOf(draftRegex(text, part))
}

test.each([
  ['Accepted password for root from «10.0.0.1» port 22', 'from (\\d{1,3}(?:\\.\\d{1,3}){3})'],
  ['level=info user=«frank» took=12ms', 'user=(\\w+)'],
  ['took «12»ms', 'took (\\d+)'],
  ['msg="«hello there»" id=3', 'msg="([^"]+)'],
  ['msg=«"hello there"» id=3', 'msg="([^"]+)'],
  ['open «/var/log/syslog»: denied', 'open ([^:]+)'],
  [
    'session «550e8400-e29b-41d4-a716-446655440000» ended',
    'session ([0-9A-Fa-f]{8}(?:-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12})',
  ],
  ['«ERROR» disk full', '^(\\w+)'],
  ['superuser=root user=«ada»', '\\buser=(\\w+)'],
  [NGINX.replace(' 200 ', ' «200» '), '^\\S+ - frank \\[[^\\]]+\\] "[^"]+" (\\d+)'],
])('%s', (marked, regex) => {
  expect(draft(marked)).toBe(regex)
})

test('the draft captures exactly the selected part of any text', () => {
  const random = randomOf(7)
  for (let round = 0; round < 1500; round += 1) {
    const text = randomText(random, 14)
    const part = selectedPart(text, { from: random(text.length), to: random(text.length + 1) })
    if (part === undefined) continue
    const regex = regexOf(draftRegex(text, part))
    const compiled = compileJavaPattern(regex)
    const found = compiled && new RegExp(compiled, `${compiled.flags}d`).exec(text)?.indices?.[1]
    expect(found, `${JSON.stringify(text)} ${part.from} ${part.to} ${regex}`).toEqual([part.from, part.to])
  }
})
