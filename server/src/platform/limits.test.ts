import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..', '..', '..')
const UNITS: Readonly<Record<string, number>> = { '': 1, s: 1000, min: 60_000, KB: 1024, MB: 1024 ** 2, GB: 1024 ** 3 }

/** `64 MB` as bytes, `60 s` as milliseconds. */
function documented(text: string): number {
  const [number = '', unit = ''] = text.split(' ')
  return Number(number) * (UNITS[unit] ?? Number.NaN)
}

/** The value of `NAME = 4 * 1024` or `name: 4 * 1024` in a file. */
function constant(file: string, name: string): number {
  const text = readFileSync(join(root, file), 'utf8')
  const value = new RegExp(`\\b${name}(?: =|:) ([\\d_][\\d_ *]*(?:MIB)?)`).exec(text)?.[1]
  if (value === undefined) throw new Error(`${file} has no ${name}`)
  const factors = value
    .replaceAll('_', '')
    .replaceAll('MIB', '1048576')
    .split(/(?<!\*)\*(?!\*)/)
  return factors.reduce((product, factor) => {
    const [base = '', exponent = '1'] = factor.split('**')
    return product * Number(base) ** Number(exponent)
  }, 1)
}

const rows = [...readFileSync(join(root, 'docs', 'limits.md'), 'utf8').matchAll(/^\| (.*)$/gm)]
  .map(([, row = '']) => row.split(' | '))
  .flatMap(([limit = '', value = '', , where = '']) => {
    const [, file, name] = /`(\S+)` `(\w+)`/.exec(where) ?? []
    return file === undefined || name === undefined ? [] : [{ limit, value, file, name }]
  })

test('docs/limits.md has limits', () => {
  expect(rows.length).toBeGreaterThan(50)
})

test.each(rows)('docs/limits.md has the value of $name in $file: $value', ({ value, file, name }) => {
  expect(constant(file, name)).toBe(documented(value))
})
