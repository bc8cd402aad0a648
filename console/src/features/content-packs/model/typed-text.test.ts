import { expect, test } from 'vitest'
import { defaultText, installProblem, installValues } from './install-values.ts'
import { NEW_PARAMETER, parameterOf, parameterProblems } from './parameter-draft.ts'
import { typedValue } from './typed-text.ts'

test.each([
  { type: 'integer', text: '17', value: 17 },
  { type: 'integer', text: '-3', value: -3 },
  { type: 'integer', text: '1.5', value: undefined },
  { type: 'integer', text: '2147483648', value: undefined },
  { type: 'integer', text: '0x10', value: undefined },
  { type: 'long', text: '2147483648', value: 2_147_483_648 },
  { type: 'long', text: '9007199254740993', value: undefined },
  { type: 'double', text: '1.5e3', value: 1500 },
  { type: 'float', text: '.5', value: 0.5 },
  { type: 'double', text: 'Infinity', value: undefined },
  { type: 'double', text: '1e999', value: undefined },
  { type: 'boolean', text: 'true', value: true },
  { type: 'boolean', text: 'false', value: false },
  { type: 'boolean', text: 'yes', value: undefined },
  { type: 'string', text: ' as it is ', value: ' as it is ' },
] as const)('"$text" as $type is $value', ({ type, text, value }) => {
  expect(typedValue(type, text)).toBe(value)
})

const parameter = (name: string, type: 'string' | 'integer' | 'boolean', default_value?: number | boolean) => ({
  name,
  title: name,
  description: name,
  type,
  ...(default_value === undefined ? {} : { default_value }),
})

test('a default of false or 0 fills its field, and is sent with its type', () => {
  const parameters = [parameter('A', 'boolean', false), parameter('B', 'integer', 0), parameter('C', 'string')]
  const texts = Object.fromEntries(parameters.map((one) => [one.name, defaultText(one)]))
  expect(texts).toEqual({ A: 'false', B: '0', C: '' })
  expect(parameters.map((one) => installProblem(one, texts[one.name] ?? ''))).toEqual([undefined, undefined, 'empty'])
  expect(installValues(parameters, { ...texts, C: 'web' })).toEqual({
    A: { '@type': 'boolean', '@value': false },
    B: { '@type': 'integer', '@value': 0 },
    C: { '@type': 'string', '@value': 'web' },
  })
})

const complete = { ...NEW_PARAMETER, name: 'PORT_1', title: 'Port', description: 'To listen on' }

test.each([
  { changes: {}, taken: [], problems: {} },
  { changes: { name: 'a-b' }, taken: [], problems: { name: 'nameInvalid' } },
  { changes: {}, taken: ['PORT_1'], problems: { name: 'nameTaken' } },
  {
    changes: { name: '', title: ' ', description: '' },
    taken: [],
    problems: { name: 'nameMissing', title: 'titleMissing', description: 'descriptionMissing' },
  },
  { changes: { type: 'integer', defaultText: 'x' }, taken: [], problems: { defaultText: 'integer' } },
  { changes: { type: 'double', defaultText: '1,5' }, taken: [], problems: { defaultText: 'double' } },
  { changes: { type: 'boolean', defaultText: 'no' }, taken: [], problems: { defaultText: 'boolean' } },
] as const)('a parameter with $changes has the problems $problems', ({ changes, taken, problems }) => {
  expect(parameterProblems({ ...complete, ...changes }, taken)).toEqual(problems)
})

test('a blank default is left out', () => {
  expect(parameterOf({ ...complete, type: 'integer', defaultText: ' ' })).not.toHaveProperty('default_value')
  expect(parameterOf({ ...complete, type: 'integer', defaultText: '0' })).toMatchObject({ default_value: 0 })
})
