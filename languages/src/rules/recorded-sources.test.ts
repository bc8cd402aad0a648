import { expect, test } from 'vitest'
import { parsePipeline } from './parse-pipeline.ts'
import { parseRule } from './parse-rule.ts'
import sources from './testing/recorded-sources.json' with { type: 'json' }
import { stubFunctions } from './testing/stub-functions.ts'

/** Sources, and what the reference server (4.0.17) answered. */
interface RecordedSource {
  readonly source: string
  readonly status: number
  readonly errors?: readonly { readonly type: string; readonly line?: number; readonly position_in_line?: number }[]
}

const recorded: { readonly rules: readonly RecordedSource[]; readonly pipelines: readonly RecordedSource[] } = sources

/** Sources that are answered otherwise on purpose: the errors, as `type line:position`, and why. */
const EXCEPTIONS: Readonly<Partial<Record<string, { readonly errors: readonly string[]; readonly why: string }>>> = {
  'rule "a" when true then set_field(field:"x", 1); end': {
    errors: ['syntax_error 1:45'],
    why: 'an error of the source is not an error of the server',
  },
  'rule "a" when true then set_field("x", "a" - "b"); end': {
    errors: ['invalid_operation 1:39'],
    why: 'every error has a place',
  },
  'rule "a" when true then set_field("x", "unterminated); end': {
    errors: ['syntax_error 1:39'],
    why: 'what follows from an error is not an error of its own',
  },
  'rule "a" when true then set_field("x", 99999999999999999999); end': {
    errors: ['syntax_error 1:39'],
    why: 'an error of the source is not an error of the server',
  },
  'rule "a" when true then set_field("x", 1_000); end': { errors: [], why: 'all spellings of integers work' },
  '': { errors: ['syntax_error 1:0'], why: 'an error of the source is not an error of the server' },
  pipeline: { errors: ['syntax_error 1:8'], why: 'an error of the source is not an error of the server' },
  "pipeline 'a'\nstage 0 match all\nend": {
    errors: ['syntax_error 1:9'],
    why: 'an error of the source is not an error of the server',
  },
  'pipeline "a" stage x match all end': {
    errors: ['syntax_error 1:19'],
    why: 'what follows from an error is not an error of its own',
  },
  'pipeline "a"\nstage 0 match pass\nend': { errors: [], why: 'stages may always go on' },
  'pipeline "a"\nstage 0\nend': {
    errors: ['syntax_error 3:0'],
    why: 'what follows from an error is not an error of its own',
  },
}

const wanted = ({ source, errors = [] }: RecordedSource): readonly string[] =>
  EXCEPTIONS[source]?.errors ??
  errors.map(({ type, line, position_in_line }) => `${type} ${line}:${position_in_line}`).toSorted()

const found = (errors: readonly { type: string; line: number; position_in_line: number }[]): readonly string[] =>
  errors.map(({ type, line, position_in_line }) => `${type} ${line}:${position_in_line}`).toSorted()

test.each(recorded.rules)('the rule $source is accepted or refused as recorded', (row) => {
  const parsed = parseRule(row.source, { functions: stubFunctions, tools: null })
  expect(parsed.ok ? [] : found(parsed.errors)).toEqual(wanted(row))
})

test.each(recorded.pipelines)('the pipeline $source is accepted or refused as recorded', (row) => {
  const parsed = parsePipeline(row.source)
  expect(parsed.ok ? [] : found(parsed.errors)).toEqual(wanted(row))
})

test('every exception is needed', () => {
  const sources = new Map([...recorded.rules, ...recorded.pipelines].map((row) => [row.source, row]))
  for (const [source, exception] of Object.entries(EXCEPTIONS)) {
    const row = sources.get(source)
    const isRecorded = row?.errors?.map(({ type, line, position_in_line }) => `${type} ${line}:${position_in_line}`)
    expect([row === undefined, row?.status !== 500 && String(isRecorded ?? []) === String(exception?.errors)]).toEqual([
      false,
      false,
    ])
  }
})
