// biome-ignore-all lint/suspicious/noTemplateCurlyInString: templates have this form
import { expect, test } from 'vitest'
import { completeTemplate } from './complete-template.ts'

const VARIABLES = [{ name: 'host', description: 'The address' }]

test.each([
  { text: 'a: ${', suggests: 'user.host', from: 5, closing: '}' },
  { text: 'a: ${us', suggests: 'user.host', from: 5, closing: '}' },
  { text: 'a: ${user.h', suggests: 'user.host', from: 5, closing: '}' },
  { text: '<#if sidecar.op', suggests: 'sidecar.operatingSystem', from: 5, closing: undefined },
  { text: '${"a" + ', suggests: 'user.host', from: 8, closing: undefined },
  { text: '${user.host?up', suggests: 'upper_case', from: 12, closing: undefined },
  { text: 'x <#i', suggests: 'if', from: 4, closing: undefined },
])('$text suggests $suggests', ({ text, suggests, from, closing }) => {
  const found = completeTemplate(text, text.length, VARIABLES)
  expect(found?.options.map(({ label }) => label)).toContain(suggests)
  expect(found?.from).toBe(from)
  expect(found?.closing).toBe(closing)
})

test.each(['plain text', '${user.host} and', '$', 'a: ${"half'])('%s suggests nothing', (text) => {
  expect(completeTemplate(text, text.length, VARIABLES)).toBeUndefined()
})
