import { expect, test } from 'vitest'
import type { RunningExtractor } from '../../extractors/published-extractors.ts'
import { testPipelines } from '../../pipelines/testing/evaluate-sources.ts'
import { testSettings } from '../../testing/processing-settings.ts'
import { createUsableSettings } from './usable-settings.ts'

const streamOf = (id: string, pattern: string) => ({
  id,
  matchingType: 'AND' as const,
  removeMatchesFromDefault: false,
  indexSetId: 'set-default',
  rules: [{ id: `${id}-rule`, field: 'message', type: 2, value: pattern, inverted: false }],
})
const extractorOf = (id: string, revision: string): RunningExtractor => ({
  id,
  revision,
  title: id,
  type: 'regex',
  cursorStrategy: 'copy',
  sourceField: 'message',
  targetField: 'found',
  config: { regex_value: '(a+)+$' },
  converters: [],
  conditionType: 'none',
  conditionValue: '',
  order: 0,
})
const slow = { kind: 'stream', id: 'slow' } as const
const withPattern = (pattern: string) => testSettings({ streams: [streamOf('slow', pattern), streamOf('fast', 'x')] })

function start() {
  let settings = withPattern('(a+)+$')
  const events: string[] = []
  const usable = createUsableSettings({
    settings: () => settings,
    onTimeout: ({ kind, id }) => events.push(`timeout of ${kind} ${id}`),
    onExcluded: ({ kind, id }, faults) => events.push(`${kind} ${id} excluded after ${faults}`),
  })
  return {
    usable,
    events,
    change: (next: typeof settings) => {
      settings = next
    },
    ids: () => usable.current().routing.map(({ id }) => id),
    timeOut: (times: number) => {
      for (let count = 0; count < times; count += 1) usable.timedOut(slow)
    },
  }
}

test('the third timeout excludes a stream, and all unchanged sections stay the same objects', () => {
  const { usable, events, ids, timeOut } = start()
  const before = usable.current()
  timeOut(2)
  expect(usable.current()).toBe(before)
  timeOut(1)
  expect(ids()).toEqual(['fast'])
  expect(events).toEqual([...Array(3).fill('timeout of stream slow'), 'stream slow excluded after 3'])
  const { routing, targets } = usable.current()
  expect(usable.current().routing).toBe(routing)
  expect(targets).toBe(before.targets)
})

test('a stream whose rules change is used again and has all its chances', () => {
  const { change, ids, timeOut } = start()
  timeOut(3)
  change(withPattern('a+$'))
  expect(ids()).toEqual(['slow', 'fast'])
  timeOut(2)
  expect(ids()).toEqual(['slow', 'fast'])
})

test('a stream that was paused and resumed is used again', () => {
  const { change, ids, timeOut } = start()
  timeOut(3)
  change(testSettings())
  expect(ids()).toEqual([])
  change(withPattern('(a+)+$'))
  expect(ids()).toEqual(['slow', 'fast'])
})

test('an extractor is excluded until it changes, and no other section is touched', () => {
  const { usable, change } = start()
  const chain = (revision: string) => ['slow', 'fast'].map((id) => extractorOf(id, `${id} ${revision}`))
  const inputs = (revision: string) => testSettings({ extractors: new Map([['input', chain(revision)]]) })
  const running = () =>
    usable
      .current()
      .extractors.get('input')
      ?.map(({ revision }) => revision)
  change(inputs('1'))
  for (let count = 0; count < 3; count += 1) usable.timedOut({ kind: 'extractor', id: 'slow' })
  expect(running()).toEqual(['fast 1'])
  expect(usable.current().extractors).toBe(usable.current().extractors)
  const settings = inputs('2')
  change(settings)
  expect(running()).toEqual(['slow 2', 'fast 2'])
  expect(usable.current()).toBe(settings)
})

test('an extractor is used again when the grok pattern that it uses changes', () => {
  const { usable, change } = start()
  const slowOne = { ...extractorOf('slow', '1'), type: 'grok' as const, config: { grok_pattern: '%{SLOW}' } }
  const extractors = new Map([['input', [slowOne]]])
  const withGrok = (...grokPatterns: [string, string][]) => ({
    ...testSettings(),
    extractors,
    grokPatterns: new Map(grokPatterns),
  })
  const running = () => usable.current().extractors.get('input')
  change(withGrok(['SLOW', '(a+)+$']))
  for (let count = 0; count < 3; count += 1) usable.timedOut({ kind: 'extractor', id: 'slow' })
  expect(running()).toEqual([])
  change(withGrok(['SLOW', '(a+)+$'], ['OTHER', 'x']))
  expect(running()).toEqual([])
  change(withGrok(['SLOW', 'a+$']))
  expect(running()).toEqual([slowOne])
})

test('a rule is excluded until its source, or a grok pattern that it names, changes', () => {
  const { usable, change } = start()
  const withRule = (condition: string, ...grokPatterns: [string, string][]) => ({
    ...testSettings({
      pipelines: testPipelines({
        rules: { slow: condition, fast: 'when true then' },
        pipelines: { P: 'stage 0 match all' },
      }),
    }),
    grokPatterns: new Map(grokPatterns),
  })
  const slowRule = 'when grok("%{SLOW}", "x").matches == true then'
  const running = () => usable.current().pipelines.rules.map(({ title }) => title)
  change(withRule(slowRule, ['SLOW', '(a+)+$']))
  for (let count = 0; count < 3; count += 1) usable.timedOut({ kind: 'rule', id: 'rule-slow' })
  expect(running()).toEqual(['fast'])
  expect(usable.current().pipelines).toBe(usable.current().pipelines)
  change(withRule(slowRule, ['SLOW', 'a+$']))
  expect(running()).toEqual(['slow', 'fast'])
})

test('timeouts of a stream that is not running any more are ignored', () => {
  const { change, events, timeOut } = start()
  change(testSettings())
  timeOut(3)
  expect(events).toEqual([])
})
