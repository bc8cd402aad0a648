import { expect, test } from 'vitest'
import { fileName } from './download-file.ts'

test.each([
  ['All Messages search result', 'All-Messages-search-result.csv'],
  ['  a/b\\c: "d" <e>|f?*  ', 'a-b-c-d-e-f-.csv'],
  ['../../etc/passwd', 'etc-passwd.csv'],
  ['..', '.csv'],
  ['vsc.\u202egpj.exe', 'vsc.gpj.exe.csv'],
  ['a\u0000b\u001bc\r\nd', 'a-b-c-d.csv'],
  ['Zählung ☂', 'Zählung-☂.csv'],
  ['half \ud83d', 'half-\ufffd.csv'],
  ['😀'.repeat(300), `${'😀'.repeat(120)}.csv`],
])('a file titled %j is saved as %j', (title, name) => {
  expect(fileName(title, 'csv')).toBe(name)
})
