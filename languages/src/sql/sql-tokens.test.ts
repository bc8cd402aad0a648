import { expect, test } from 'vitest'
import { sqlTokens } from './sql-tokens.ts'

const textsOf = (sql: string) => [...sqlTokens(sql)].map(({ kind, text }) => `${kind} ${text}`)

test.each([
  { sql: 'a /* b /* c */ d */ e', tokens: ['word a', 'comment /* b /* c */ d */', 'word e'] },
  { sql: 'a /* b /* c */ d', tokens: ['word a', 'comment /* b /* c */ d'] },
  {
    sql: 'a--b\nc #!d\ne # f',
    tokens: ['word a', 'comment --b\n', 'word c', 'comment #!d\n', 'word e', 'comment # f'],
  },
  { sql: '#a -b', tokens: ['sign #', 'word a', 'sign -', 'word b'] },
  { sql: "$a$ it's $a$ b", tokens: ["string $a$ it's $a$", 'word b'] },
  { sql: "$$'$$ b", tokens: ["string $$'$$", 'word b'] },
  { sql: "$a$ 'b'", tokens: ['word $a$', "string 'b'"] },
  { sql: 'a$b$ c$b$', tokens: ['word a$b$', 'word c$b$'] },
  { sql: "$a b$ 'c $a b$'", tokens: ['word $a', 'word b$', "string 'c $a b$'"] },
  { sql: '‘a\\’ b', tokens: ['string ‘a\\’', 'word b'] },
  { sql: '“a””b”', tokens: ['identifier “a”', 'sign ”', 'word b', 'sign ”'] },
  { sql: `'a''b\\'c' d`, tokens: [`string 'a''b\\'c'`, 'word d'] },
  { sql: '`a``b`.`c\\`d`', tokens: ['identifier `a``b`', 'sign .', 'identifier `c\\`d`'] },
  { sql: '1−2', tokens: ['word 1', 'sign −', 'word 2'] },
])('$sql is split into the same tokens as in the engine', ({ sql, tokens }) => {
  expect(textsOf(sql)).toEqual(tokens)
})
