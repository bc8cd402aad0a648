import { expect, test } from 'vitest'
import { isObjectText } from './json-shape.ts'
import { isJsonObject } from './json-text.ts'
import { damage } from './testing/damage.ts'
import { rounds } from './testing/rounds.ts'
import { seededRandom } from './testing/seeded-random.ts'

const isShape = (text: string | Buffer) => {
  const bytes = Buffer.from(text)
  // Text around a document must not matter.
  const around = Buffer.concat([Buffer.from('"{'), bytes, Buffer.from('}"')])
  return isObjectText(around, 2, 2 + bytes.length)
}

test.each([
  '{}',
  ' { "a" : 1 , "b" : [ ] }\r',
  '{"a":{"b":[{},[1,-2.5e+7,0,0.1,1E9,true,false,null,"x"]]}}',
  '{"größe":"日本 🚀","\\u00e9\\n\\"\\\\\\/":"\\ud83d"}',
  '{"a":1,"a":2}',
])('%j is an object', (text) => {
  expect(isShape(text)).toBe(true)
  expect(isJsonObject(JSON.parse(text))).toBe(true)
})

test.each([
  ['', '[]', '"a"', '1', '{', '}', '{}{}', '{},', '{a:1}', "{'a':1}", '{"a"}', '{"a":}', '{"a":1,}', '{"a":[1,]}'],
  ['{"a":01}', '{"a":1.}', '{"a":.5}', '{"a":-}', '{"a":1e}', '{"a":+1}', '{"a":tru}', '{"a":nul}', '{"a":NaN}'],
  ['{"a":"\\x"}', '{"a":"\\u12g4"}', '{"a":"\t"}', '{"a":"', '{"a":"\\', '{"a":"\\u12', '{"a" 1}', '{"a":1 "b":2}'],
])('%j and what follows are none', (...texts) => {
  expect(texts.filter(isShape)).toEqual([])
})

test('what it accepts as an object can be parsed', () => {
  const random = seededRandom(3)
  const whole = Buffer.from('{"a":[1.5,-2e3,{"b":"c\\n\\u00e9"},true,null],"d":{"e":"f 🚀"},"g":0}')
  let objects = 0
  for (let round = 0; round < rounds(20_000, 500_000); round += 1) {
    const text = Buffer.from(damage(random, [whole]))
    if (!isShape(text)) continue
    objects += 1
    expect(isJsonObject(JSON.parse(text.toString('utf8')))).toBe(true)
  }
  expect(objects).toBeGreaterThan(100)
})

test('deep nesting is refused at a limit, before the stack overflows', () => {
  expect(isShape(`{"a":${'['.repeat(1_000_000)}`)).toBe(false)
  expect(isShape(`{"a":${'['.repeat(100)}${']'.repeat(100)}}`)).toBe(true)
})
