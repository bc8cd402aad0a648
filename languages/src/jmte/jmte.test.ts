// biome-ignore-all lint/suspicious/noTemplateCurlyInString: templates have this form
import { expect, test } from 'vitest'
import { compileJmte, MAX_RENDERED_LENGTH } from './jmte.ts'

const model = {
  title: 'Disk full',
  empty: '',
  none: null,
  no: false,
  zero: 0,
  event: { message: 'hello', fields: { user: 'ann', host: 'web-1' }, streams: ['a'], tuple: ['x', 'y'] },
  backlog: [
    { message: 'one', fields: { took: 1.5 } },
    { message: 'two', fields: {} },
    { message: 'three', fields: {} },
  ],
  nothing: [],
}

test.each([
  ['plain', 'plain'],
  ['${title}: ${event.message}', 'Disk full: hello'],
  ['${ title }', 'Disk full'],
  ['[${unknown}${event.unknown.deeper}]', '[]'],
  ['${zero}${no}', '0false'],
  ['${event.streams} ${event.tuple} ${nothing}', 'a [x, y] '],
  ['${event.fields}', '{user=ann, host=web-1}'],
  ['${if event}yes${else}no${end}', 'yes'],
  ['${if empty}yes${else}no${end}${if none}yes${end}${if no}yes${end}${if nothing}yes${end}', 'no'],
  ['${if zero}yes${end}', 'yes'],
  ['${if !empty}yes${else}no${end}', 'yes'],
  ["${if event.message='hello'}yes${else}no${end}", 'yes'],
  ["${if !event.message='hello'}yes${else}no${end}", 'no'],
  ["${if unknown=''}yes${else}no${end}", 'yes'],
  ['${foreach backlog m}${m.message} ${end}', 'one two three '],
  ['${foreach backlog m , }${m.message}${end}', 'one, two, three'],
  ['${foreach backlog m}${if first_m}<${end}${index_m}${if last_m}>${end}${end}', '<012>'],
  ['${foreach backlog m}${if odd_m}o${end}${if even_m}e${end}${end}', 'eoe'],
  ['${foreach event.fields field}${field.key}=${field.value};${end}', 'user=ann;host=web-1;'],
  ['${foreach backlog m}${foreach event.tuple t}${m.message}${t} ${end}${end}', 'onex oney twox twoy threex threey '],
  ['${foreach nothing m}x${end}${foreach unknown m}x${end}', ''],
  ['${unknown(n/a)} ${title(n/a)}', 'n/a Disk full'],
  ['${<b>,title,</b>}${<b>,empty,</b>}', '<b>Disk full</b>'],
  ['\\${title} \\\\', '${title} \\'],
  ['${if event}${if none}a${else}b${end}c${else}d${end}', 'bc'],
  ['a } b { c $ d', 'a } b { c $ d'],
  ['${-- a comment}x', 'x'],
])('%s', (template, text) => {
  const compiled = compileJmte(template)
  expect(compiled.problems).toEqual([])
  expect(compiled.render(model)).toMatchObject({ text, isCut: false })
})

test.each([
  ['${title', '"${" is not closed by "}"', 0],
  ['a ${if title} b', '${if title} is not closed by ${end}', 2],
  ['${foreach backlog m}', '${foreach backlog} is not closed by ${end}', 0],
  ['${foreach backlog}${end}', 'foreach needs a list and a name for its items', 0],
  ['x ${end}', '${end} closes nothing', 2],
  ['${a b}', '"a b" is not a name', 0],
])('%s is a problem, and still renders', (template, message, at) => {
  const compiled = compileJmte(template)
  expect(compiled.problems).toContainEqual({ message, at })
  expect(typeof compiled.render(model).text).toBe('string')
})

test('the variables are those that the model must have', () => {
  const { variables } = compileJmte('${a.b}${if c}${foreach d e}${e.f}${first_e}${g}${end}${end}${a.b}')
  expect(variables).toEqual(['a.b', 'c', 'd', 'g'])
})

test('variables that print nothing are told', () => {
  const { missing } = compileJmte('${title}${event.nope}${unknown(x)}${if none}${none}${end}').render(model)
  expect(missing).toEqual(['event.nope'])
})

test('a template reaches nothing but the model', () => {
  for (const path of ['constructor', 'event.__proto__', 'title.length', 'backlog.length', 'event.constructor.name']) {
    expect(compileJmte(`\${${path}}`).render(model).text).toBe('')
  }
})

test('loops within loops end at the limits', () => {
  const list = Array.from({ length: 1000 }, (_, place) => place)
  const loops = '${foreach list a}${foreach list b}${foreach list c}x${end}${end}${end}'
  const before = process.threadCpuUsage()
  expect(compileJmte(loops).render({ list }).isCut).toBe(true)
  const long = compileJmte('${foreach list a}${text}${end}').render({ list, text: 'y'.repeat(10_000) })
  expect([long.isCut, long.text.length]).toEqual([true, MAX_RENDERED_LENGTH])
  expect(compileJmte('${if a}'.repeat(10_000)).problems.length).toBeGreaterThan(0)
  expect(process.threadCpuUsage(before).user / 1000).toBeLessThan(2000)
})

test('random templates neither fail nor run long', () => {
  const parts = [
    '${',
    '}',
    'if ',
    'foreach ',
    'end',
    'else',
    'backlog',
    ' m',
    ',',
    '(',
    ')',
    "'",
    '=',
    '!',
    '\\',
    ' ',
    'x',
    '.',
    ';',
  ]
  let state = 7
  const next = () => {
    state = (Math.imul(state, 1103515245) + 12345) >>> 0
    return state >>> 8
  }
  for (let round = 0; round < 3000; round += 1) {
    const template = Array.from({ length: next() % 30 }, () => parts[next() % parts.length]).join('')
    expect(typeof compileJmte(template).render(model).text).toBe('string')
  }
})

test('items of loops without a body, and long texts that are compared, count as work', () => {
  const list = Array.from({ length: 50 }, (_, at) => ({ at }))
  const before = process.threadCpuUsage()
  const loops = compileJmte('${foreach list one}'.repeat(2600)).render({ list })
  const compared = compileJmte("${if text='x'}a${end}".repeat(2000)).render({ text: 'y'.repeat(100_000) })
  const { user } = process.threadCpuUsage(before)
  expect([loops.isCut, compared.isCut]).toEqual([true, true])
  // Without counting them the loops alone take more than ten seconds.
  expect(user / 1000).toBeLessThan(4000)
})

test('a large value is written up to the limit only, and a condition on it does not read it', () => {
  const fields = Object.fromEntries(Array.from({ length: 1000 }, (_, at) => [`field_${at}`, 'v'.repeat(1000)]))
  const list = Array.from({ length: 300 }, () => ({ fields }))
  const before = process.threadCpuUsage()
  const written = compileJmte('${list}').render({ list })
  const tested = compileJmte('${foreach list one}${foreach list other}${if one.fields}x${end}${end}${end}').render({
    list,
  })
  const { user, system } = process.threadCpuUsage(before)
  expect([written.isCut, written.text.length]).toEqual([true, MAX_RENDERED_LENGTH])
  expect(tested.text).toMatch(/^x{10000,}$/)
  expect((user + system) / 1000).toBeLessThan(500)
})
