import { expect, test } from 'vitest'
import { completeSteps } from './complete-steps.ts'

const FIELDS = [
  { name: 'took_ms', type: 'long' },
  { name: 'user', type: 'string' },
  { name: 'odd-name', type: 'string' },
]

/** `^` is the caret. */
function labels(written: string): readonly string[] {
  const text = written.replace('^', '')
  const completion = completeSteps(text, written.indexOf('^'), 0, {
    fields: FIELDS,
    lookupTables: ['users', 'host names'],
    environment: {
      fieldType: (name) => (name === 'took_ms' ? 'number' : name === 'timestamp' ? 'time' : 'text'),
      grok: undefined,
      nowMs: 0,
      rangeMs: 1000,
    },
  })
  return completion?.options.map(({ insert }) => insert) ?? []
}

test.each([
  ['| ^', ['where ', 'stats ', 'timechart ']],
  ['| st^', ['stats ']],
  ['| where too^', ['took_ms']],
  ['| where odd^', ['`odd-name`']],
  ['| where low^', ['lower(']],
  ['| where took_ms > 5 ^', ['and ', 'or ', 'in ']],
  ['| where user == "us^', []],
  ['| let x^', []],
  ['| let x = too^', ['took_ms']],
  ['| let seconds = took_ms / 1000 | where sec^', ['seconds', 'second(']],
  ['| parse mess^', ['message']],
  ['| parse message ^', ['grok ', 'regex ', 'json ', 'kv ']],
  ['| parse message grok "%{IP:client} %{INT:ms:int}" | fields ^', ['timestamp', 'source', 'message', 'client', 'ms']],
  ['| stats perc^', ['percentile(']],
  ['| stats avg(too^', ['took_ms']],
  ['| stats count() ^', ['by ', 'as ']],
  ['| stats count() by us^', ['user']],
  ['| stats count() as all by user | sort -^', ['user', 'all']],
  ['| stats count() by user | where ^took', ['user', 'count']],
  ['| top ^', ['10 ']],
  ['| top 10 us^', ['user']],
  ['| transaction ^', ['by ']],
  ['| transaction by user ^', ['maxpause=', 'maxspan=']],
  ['| join ^', ['users ', '"host names" ']],
  ['| join users ^', ['on ']],
  ['| join users on us^', ['user']],
])('%s offers %j first', (written, expected) => {
  const found = labels(written)
  expect(found.slice(0, Math.max(expected.length, 1))).toEqual(expected)
})
