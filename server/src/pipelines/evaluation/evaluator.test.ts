import { DEFAULT_STREAM_ID } from '@logyard/contract/streams/stream-ids'
import { describe, expect, test } from 'vitest'
import type { LookupKey, LookupResult, LookupTables } from '../../lookup/lookup-tables.ts'
import type { Message } from '../../store/messages/message.ts'
import { compileSources, NOW, type TestSources, testMessage } from '../testing/evaluate-sources.ts'
import { defineFunction } from './rule-run.ts'

const STREAMS = [
  { id: DEFAULT_STREAM_ID, title: 'Default Stream', isPaused: false },
  { id: 'a', title: 'A', isPaused: false },
  { id: 'b', title: 'B', isPaused: false },
  { id: 'paused', title: 'Paused', isPaused: true },
]

const throwing = defineFunction({
  name: 'fail',
  description: 'Fails.',
  example: { source: 'fail()', result: '' },
  params: [],
  returns: 'Boolean',
  call() {
    throw new Error('on purpose')
  },
})

/** Appends the title of the rule to the field `ran`. */
const note = (title: string, condition = 'true') =>
  `when ${condition} then set_field("ran", concat(to_string($message.ran), "${title}/"));`

function run(sources: TestSources, message: Message = testMessage()) {
  const compiled = compileSources(sources, { streams: STREAMS, functions: [throwing] })
  const outcome = compiled.evaluator.run(message)
  if (typeof outcome === 'object' && 'resolve' in outcome) throw new Error('a lookup is pending')
  const list = outcome === 'keep' ? [message] : outcome === 'drop' ? [] : outcome
  return { ...compiled, message, outcome, list, ran: message.fields.get('ran'), counted: compiled.counts.take() }
}

const errorOf = ({ message }: { readonly message: Message }) => message.fields.get('gl2_processing_error')

describe('the order of stages', () => {
  const rules = { one: note('one'), two: note('two'), three: note('three') }

  test('is by number across pipelines, and by title of the pipeline within a number', () => {
    const pipelines = {
      P: 'stage 10 match all rule "three" stage 0 match all rule "one"',
      Q: 'stage 5 match all rule "two"',
      B: 'stage 5 match all rule "one"',
    }
    expect(run({ rules, pipelines }).ran).toBe('one/one/two/three/')
  })

  test.each([
    { name: 'all', stage: 'stage 0 match all rule "yes" rule "no"', goesOn: false },
    { name: 'all, and each matches', stage: 'stage 0 match all rule "yes" rule "one"', goesOn: true },
    { name: 'either', stage: 'stage 0 match either rule "yes" rule "no"', goesOn: true },
    { name: 'either, and none matches', stage: 'stage 0 match either rule "no"', goesOn: false },
    { name: 'pass, and none matches', stage: 'stage 0 match pass rule "no"', goesOn: true },
    { name: 'all without rules', stage: 'stage 0 match all', goesOn: true },
    { name: 'either without rules', stage: 'stage 0 match either', goesOn: true },
    { name: 'all with an unknown rule', stage: 'stage 0 match all rule "yes" rule "unknown"', goesOn: false },
    { name: 'either with an unknown rule', stage: 'stage 0 match either rule "yes" rule "unknown"', goesOn: true },
    { name: 'all with a broken rule', stage: 'stage 0 match all rule "yes" rule "broken"', goesOn: false },
    { name: 'all with a rule that is off', stage: 'stage 0 match all rule "yes" rule "off"', goesOn: true },
    { name: 'either with only a rule that is off', stage: 'stage 0 match either rule "off"', goesOn: true },
  ])('goes on after a stage that matches $name: $goesOn', ({ stage, goesOn }) => {
    const all = { ...rules, yes: 'when true then', no: 'when false then', off: 'when false then', broken: 'when then' }
    const { ran } = run({ rules: all, off: ['off'], pipelines: { P: `${stage} stage 1 match all rule "three"` } })
    expect(ran?.toString().includes('three') ?? false).toBe(goesOn)
  })

  test('the first declaration of a number counts', () => {
    expect(run({ rules, pipelines: { P: 'stage 0 match all rule "one" stage 0 match all rule "two"' } }).ran).toBe(
      'one/',
    )
  })
})

test('in a stage all conditions are evaluated before the first action, and actions see what earlier ones did', () => {
  const { message } = run({
    rules: {
      first: 'when true then set_field("x", "set");',
      second: 'when has_field("x") then set_field("unseen", true);',
      third: 'when true then set_field("y", concat(to_string($message.x), " and seen"));',
    },
    pipelines: { P: 'stage 0 match pass rule "first" rule "second" rule "third"' },
  })
  expect(Object.fromEntries(message.fields)).toEqual({ x: 'set', y: 'set and seen' })
})

describe('a failure', () => {
  test('of an action ends its rule and the rules behind it in this stage, and keeps what was done', () => {
    const result = run({
      rules: {
        breaks: 'when true then set_field("before", 1);\nlet x = fail();\nset_field("after", 1);',
        behind: note('behind'),
        later: note('later'),
      },
      pipelines: { P: 'stage 0 match all rule "breaks" rule "behind" stage 1 match all rule "later"' },
    })
    expect(errorOf(result)).toMatch(
      /^For rule 'breaks': In call to function 'fail' at 2:\d+ an exception was thrown: on purpose$/,
    )
    expect(result.message.fields.get('before')).toBe(1)
    expect(result.message.fields.has('after')).toBe(false)
    expect(result.ran).toBe('later/')
  })

  test('of a condition counts as no match and does not lose the message', () => {
    const result = run({
      rules: { breaks: `when 1 / to_long($message.nothing) == 1 then`, other: note('other') },
      pipelines: { P: 'stage 0 match either rule "breaks" rule "other"' },
    })
    expect(result.outcome).toBe('keep')
    expect(errorOf(result)).toMatch(/^For rule 'breaks': At \d+:\d+ an exception was thrown: /)
    expect(result.ran).toBe('other/')
    expect(result.counted.rules).toMatchObject([{ ruleId: 'rule-breaks', notMatched: 1, failed: 1 }, { matched: 1 }])
  })

  test('is added to earlier ones, and the texts stay short', () => {
    const rules = { breaks: 'when fail() then' }
    const stages = Array.from({ length: 200 }, (_, at) => `stage ${at} match pass rule "breaks"`)
    const text = String(errorOf(run({ rules, pipelines: { P: stages.join(' ') } })))
    expect(text.split(',').slice(0, 2)).toEqual([
      expect.stringMatching(/^For rule/),
      expect.stringMatching(/^For rule/),
    ])
    expect(text.length).toBeLessThanOrEqual(8000)
  })
})

describe('streams', () => {
  const rules = {
    route: 'when true then route_to_stream("A");',
    onA: note('A'),
    onDefault: note('default'),
    move: `when true then route_to_stream(name: "A", remove_from_default: true);`,
  }

  test('a message that joins a stream runs its pipelines once, and not those of its other streams again', () => {
    const { ran, message } = run({
      rules,
      pipelines: {
        P: 'stage 0 match all rule "route" rule "onDefault"',
        Q: 'stage 0 match all rule "onA" rule "route"',
      },
      connections: { [DEFAULT_STREAM_ID]: ['P'], a: ['Q'] },
    })
    expect(ran).toBe('default/A/')
    expect(message.streams).toEqual([DEFAULT_STREAM_ID, 'a'])
  })

  test('a pipeline of two streams runs once for each pass', () => {
    const { ran, counted } = run(
      { rules, pipelines: { P: 'stage 0 match all rule "onA"' }, connections: { a: ['P'], b: ['P'] } },
      testMessage({ streams: ['a', 'b'] }),
    )
    expect(ran).toBe('A/')
    expect(counted.pipelines).toEqual([{ id: 'pipe-P', executed: 1 }])
  })

  test('a pipeline that is not connected does not run', () => {
    expect(
      run({ rules, pipelines: { P: 'stage 0 match all rule "onA"' }, connections: { b: ['P'] } }).ran,
    ).toBeUndefined()
  })

  test.each([
    { action: 'route_to_stream(name: "Paused", remove_from_default: true);', streams: [DEFAULT_STREAM_ID] },
    { action: 'route_to_stream(name: "Unknown", remove_from_default: true);', streams: [DEFAULT_STREAM_ID] },
    { action: 'route_to_stream(id: "b", remove_from_default: true);', streams: ['b'] },
    { action: 'remove_from_stream(name: "Default Stream");', streams: [DEFAULT_STREAM_ID] },
    { action: 'route_to_stream("A"); remove_from_stream(name: "Default Stream");', streams: ['a'] },
    {
      action: 'route_to_stream(name: "A", remove_from_default: true); route_to_stream("Default Stream");',
      streams: [DEFAULT_STREAM_ID, 'a'],
    },
  ])('$action leaves $streams', ({ action, streams }) => {
    const { message } = run({
      rules: { r: `when true then ${action}` },
      pipelines: { P: 'stage 0 match all rule "r"' },
    })
    expect(message.streams).toEqual(streams)
  })

  test('a message that rules move in circles stops after 100 passes', () => {
    const { message, log, counted } = run(
      {
        rules: {
          toB: 'when true then route_to_stream("B"); remove_from_stream("A");',
          toA: 'when true then route_to_stream("A"); remove_from_stream("B");',
        },
        pipelines: { P: 'stage 0 match all rule "toB"', Q: 'stage 0 match all rule "toA"' },
        connections: { a: ['P'], b: ['Q'] },
      },
      testMessage({ streams: ['a'] }),
    )
    expect(counted.pipelines.map(({ executed }) => executed)).toEqual([50, 50])
    expect(message.fields.get('gl2_processing_error')).toMatch(/^Processing stopped after 100 passes/)
    expect(log).toEqual([expect.stringMatching(/^limit: Processing stopped after 100 passes/)])
  })
})

describe('created messages', () => {
  test('a dropped message runs all stages, and what it created survives', () => {
    const { ran, list, message } = run({
      rules: { drop: 'when true then drop_message(); clone_message(); ', after: note('after') },
      pipelines: { P: 'stage 0 match all rule "drop" stage 1 match all rule "after"' },
      connections: { [DEFAULT_STREAM_ID]: ['P'] },
    })
    expect(ran).toBe('after/')
    expect(list).not.toContain(message)
  })

  test('run the pipelines of their own streams, as copies of what the message was at that moment', () => {
    const { list } = run({
      rules: {
        split: 'when !has_field("copy") then let c = clone_message(); set_field(field: "copy", value: 1, message: c);',
        mark: 'when true then set_field("marked", concat(to_string($message.marked), "x"));',
      },
      pipelines: { P: 'stage 0 match pass rule "mark" stage 1 match pass rule "split"' },
    })
    expect(list.map(({ fields, place }) => ({ ...Object.fromEntries(fields), place }))).toEqual([
      { marked: 'x', place: 0 },
      { marked: 'xx', copy: 1, place: 1 },
    ])
  })

  test('a new message has the text and source of the current one, no other fields and no streams', () => {
    const message = testMessage({ fields: new Map([['user', 'ada']]), timestampMs: 5 })
    const { list } = run(
      {
        rules: { create: 'when true then create_message(); create_message("text", "other", to_date(now()));' },
        pipelines: { P: 'stage 0 match all rule "create"' },
      },
      message,
    )
    expect(list.slice(1)).toMatchObject([
      { message: 'a message', source: 'web-1', timestampMs: NOW, streams: [], place: 1 },
      { message: 'text', source: 'other', timestampMs: NOW, streams: [], place: 2 },
    ])
    expect(list[1]?.fields.size).toBe(0)
  })

  test('a rule that copies every message stops at 1,000 copies', () => {
    const { list, message } = run({
      rules: { clone: 'when true then clone_message();' },
      pipelines: { P: 'stage 0 match all rule "clone"' },
    })
    expect(list.length).toBe(1001)
    expect(message.fields.has('gl2_processing_error')).toBe(false)
    expect(list.at(-1)?.fields.get('gl2_processing_error')).toMatch(/More than 1000 messages were created/)
  })

  test.each([
    ['clones of a large message', (at: number) => `set_field("f${at}", clone_message().id);`, 32],
    ['a large text in many fields', (at: number) => `set_field("f${at}", $message.message);`, 31],
    ['a large list in many fields', (at: number) => `set_field("f${at}", [$message.message, 1]);`, 31],
  ])('%s stop at 32 MB', (_, action, most) => {
    const actions = Array.from({ length: 100 }, (__, at) => action(at)).join(' ')
    const { list, message } = run(
      {
        rules: { grow: `when has_field("big") then ${actions}` },
        pipelines: { P: 'stage 0 match all rule "grow"' },
      },
      testMessage({ message: 'x'.repeat(2 ** 20), fields: new Map([['big', 1]]) }),
    )
    expect(list.length).toBeLessThanOrEqual(most)
    expect([...message.fields.keys()].filter((name) => name.startsWith('f')).length).toBeLessThanOrEqual(32)
    expect(message.fields.get('gl2_processing_error')).toMatch(/Rules add more than 33554432 characters/)
  })
})

describe('fields', () => {
  const actionOn = (action: string, message = testMessage()) =>
    run({ rules: { r: `when true then ${action}` }, pipelines: { P: 'stage 0 match all rule "r"' } }, message)

  test.each([
    { action: 'set_field("a b", 1);', fields: {} },
    { action: 'set_field("_id", "x");', fields: {} },
    { action: 'set_field(" n ", " text ");', fields: { n: 'text' } },
    { action: 'set_field("n", "  ");', fields: {} },
    { action: 'set_field("n", $message.missing);', fields: {} },
    { action: 'set_field("n", 7);', fields: { n: 7 } },
    { action: 'set_field("n", 9223372036854775807);', fields: { n: 9223372036854775807n } },
    { action: 'set_field("n", 2.5);', fields: { n: 2.5 } },
    { action: 'set_field("n", to_ip("192.0.2.1"));', fields: { n: '192.0.2.1' } },
    { action: 'set_field("n", to_url("http://example.org/a"));', fields: { n: 'http://example.org/a' } },
    { action: 'set_field("n", days(2));', fields: { n: 'P2D' } },
    { action: 'set_field("n", now());', fields: { n: '2026-03-01T09:00:00.000Z' } },
    { action: 'set_field("n", ["x", 1]);', fields: { n: ['x', 1] } },
    { action: 'set_field("n", {a: 1, b: "x"});', fields: { n: '{"a":1,"b":"x"}' } },
    { action: 'remove_field("message"); remove_field("source"); remove_field("gl2_source_input");', fields: {} },
  ])('$action gives $fields', ({ action, fields }) => {
    const { message } = actionOn(action)
    expect(Object.fromEntries(message.fields)).toEqual(fields)
    expect(message).toMatchObject({ message: 'a message', source: 'web-1', inputId: 'input-1' })
  })

  test('message, source and timestamp can be set, and read back', () => {
    const { message } = actionOn(
      'set_field("message", "new"); set_field("source", "s"); set_field("timestamp", now() - days(1));' +
        ' set_field("seen", concat(to_string($message.message), to_string($message.timestamp)));',
    )
    expect(message).toMatchObject({ message: 'new', source: 's', timestampMs: NOW - 86_400_000 })
    expect(message.fields.get('seen')).toBe('new2026-02-28T09:00:00.000Z')
  })

  test('integers are Longs, other numbers Doubles, and the fields of the server can be read', () => {
    const message = testMessage({
      fields: new Map<string, number>([
        ['n', 42],
        ['d', 2.5],
      ]),
    })
    const { message: after } = actionOn(
      'set_field("l", is_long($message.n)); set_field("f", is_double($message.d)); set_field("from", from_input(name: "syslog udp"));' +
        ' set_field("input", $message.gl2_source_input); set_field("id", $message._id);',
      message,
    )
    expect(Object.fromEntries(after.fields)).toEqual({
      n: 42,
      d: 2.5,
      l: true,
      f: true,
      from: true,
      input: 'input-1',
      id: 'm0',
    })
  })
})

describe('a pending lookup', () => {
  const resultOf = (value: string): LookupResult => ({
    singleValue: value,
    multiValue: null,
    stringListValue: null,
    hasError: false,
    ttlMs: 1000,
  })

  /** Knows what was resolved; everything else is pending. */
  function createTables(values: Readonly<Record<string, string>>) {
    const known = new Map<LookupKey, LookupResult>()
    const asked: LookupKey[] = []
    const written: string[] = []
    const missing = new Set<LookupKey>()
    const pending = {
      async resolve() {
        for (const key of missing) known.set(key, resultOf(values[String(key)] ?? ''))
        missing.clear()
      },
    }
    const unused = (): never => {
      throw new Error('not used')
    }
    const tables: LookupTables = {
      find: (name) =>
        name !== 'users'
          ? undefined
          : {
              lookUp(key) {
                asked.push(key)
                const result = known.get(key)
                if (result === undefined) missing.add(key)
                // It expires at once: only what the message was told before counts.
                known.delete(key)
                return result ?? pending
              },
              writer: {
                setValue(key, value) {
                  written.push(`${key}=${value}`)
                  return resultOf(String(value))
                },
                setStringList: unused,
                addStringList: unused,
                removeStringList: unused,
                clear: unused,
                assignTtl: unused,
              },
            },
    }
    return { tables, asked, written }
  }

  const look = (key: string) =>
    defineFunction({
      name: `look_${key}`,
      description: 'Looks a key up.',
      example: { source: '', result: '' },
      params: [],
      returns: 'String',
      catchesErrors: true,
      call(_, { lookUp, lookupWriter }) {
        lookupWriter('users')?.setValue(`w${key}`, 'written')
        return String(lookUp('users', `w${key}`)?.singleValue) + String(lookUp('users', key)?.singleValue)
      },
    })

  test('takes back everything, and the message runs again with the same answers', async () => {
    const { tables, asked, written } = createTables({ a: '1', b: '2' })
    const compiled = compileSources(
      {
        rules: {
          first:
            'when has_field("gone") then set_field("x", 1); remove_field("gone"); clone_message(); debug("line"); set_field("message", "changed"); set_field("a", look_a());',
          second: 'when look_b() == "written2" then set_field("b", look_a()); metric_counter_inc("n", 2);',
        },
        pipelines: { P: 'stage 0 match all rule "first" stage 1 match all rule "second"' },
        connections: { a: ['P'] },
      },
      { lookupTables: tables, functions: [look('a'), look('b')] },
    )
    const before = () =>
      testMessage({
        streams: ['a'],
        fields: new Map<string, string>([
          ['gone', 'here'],
          ['x', 'old'],
        ]),
      })
    const message = before()
    const steps: unknown[] = []
    let outcome = compiled.evaluator.run(message)
    while (typeof outcome === 'object' && 'resolve' in outcome) {
      steps.push(Object.fromEntries(message.fields))
      expect(message).toEqual(before())
      expect([compiled.log, written, compiled.trace]).toEqual([[], [], []])
      expect(compiled.counts.take()).toEqual({ pipelines: [], stages: [], rules: [] })
      await outcome.resolve(AbortSignal.timeout(1000))
      outcome = compiled.evaluator.run(message)
    }
    expect(steps.length).toBeGreaterThan(1)
    if (typeof outcome !== 'object') throw new Error('nothing was created')
    expect(outcome.map(({ place }) => place)).toEqual([0, 1])
    expect(Object.fromEntries(message.fields)).toEqual({ x: 1, a: 'written1', b: 'written1' })
    expect(new Set(asked)).toEqual(new Set(['a', 'b']))
    expect(written).toContain('wa=written')
    expect(compiled.log.filter((line) => line.startsWith('count'))).toEqual(['count org.graylog.rulemetrics.n 2'])
    expect(compiled.counts.take().pipelines).toEqual([{ id: 'pipe-P', executed: 2 }])
  })
})

test('the trace has the words of the API', () => {
  const { trace } = run({
    rules: {
      yes: 'when true then set_field("x", 1);',
      no: 'when false then',
      breaks: 'when fail() then',
      fails: 'when true then let x = fail();',
    },
    pipelines: {
      P: 'stage 0 match either rule "yes" rule "no" rule "unknown" stage 1 match all rule "breaks" stage 2 match all',
      Q: 'stage 0 match all rule "fails"',
    },
  })
  const P = "Pipeline 'P' (pipe-P)"
  const Q = "Pipeline 'Q' (pipe-Q)"
  expect(trace).toEqual([
    'Starting message processing',
    `Message m0 running [${P}, ${Q}] for streams [${DEFAULT_STREAM_ID}]`,
    'Enter Stage 0',
    `Evaluate Rule 'yes' (rule-yes) in ${P}`,
    `Evaluation satisfied Rule 'yes' (rule-yes) in ${P}`,
    `Evaluate Rule 'no' (rule-no) in ${P}`,
    `Evaluation not satisfied Rule 'no' (rule-no) in ${P}`,
    `Evaluate Rule 'Unresolved rule unknown' (null) in ${P}`,
    `Evaluation not satisfied Rule 'Unresolved rule unknown' (null) in ${P}`,
    `Execute Rule 'yes' (rule-yes) in ${P}`,
    `Finished execution Rule 'yes' (rule-yes) in ${P}`,
    `Completed Stage 0 for ${P}, continuing to next stage`,
    'Exit Stage 0',
    'Enter Stage 0',
    `Evaluate Rule 'fails' (rule-fails) in ${Q}`,
    `Evaluation satisfied Rule 'fails' (rule-fails) in ${Q}`,
    `Execute Rule 'fails' (rule-fails) in ${Q}`,
    `Failed execution Rule 'fails' (rule-fails) in ${Q}`,
    `Finished execution Rule 'fails' (rule-fails) in ${Q}`,
    `Completed Stage 0 for ${Q}, continuing to next stage`,
    'Exit Stage 0',
    'Enter Stage 1',
    `Evaluate Rule 'breaks' (rule-breaks) in ${P}`,
    `Failed evaluation Rule 'breaks' (rule-breaks) in ${P}`,
    `Completed Stage 1 for ${P}, NOT continuing to next stage`,
    'Exit Stage 1',
    'Finished message processing',
  ])
})

test('what ran is counted by pipeline, stage and rule, and timed only if asked for', () => {
  const sources = {
    rules: { yes: 'when true then', no: 'when false then', fails: 'when true then let x = fail();' },
    pipelines: { P: 'stage -1 match either rule "yes" rule "no" stage 3 match all rule "fails" rule "yes"' },
  }
  const { counted } = run(sources)
  const none = { matched: 0, notMatched: 0, executed: 0, failed: 0, dropped: 0 }
  const untimed = { evaluateTimings: 0, evaluateMs: 0, executeTimings: 0, executeMs: 0 }
  expect(counted).toEqual({
    pipelines: [{ id: 'pipe-P', executed: 1 }],
    stages: [
      { pipelineId: 'pipe-P', stage: -1, executed: 1 },
      { pipelineId: 'pipe-P', stage: 3, executed: 1 },
    ],
    rules: [
      { pipelineId: 'pipe-P', stage: -1, ruleId: 'rule-yes', ...none, matched: 1, executed: 1, ...untimed },
      { pipelineId: 'pipe-P', stage: -1, ruleId: 'rule-no', ...none, notMatched: 1, ...untimed },
      { pipelineId: 'pipe-P', stage: 3, ruleId: 'rule-fails', ...none, matched: 1, executed: 1, failed: 1, ...untimed },
      { pipelineId: 'pipe-P', stage: 3, ruleId: 'rule-yes', ...none, matched: 1, ...untimed },
    ],
  })
  const { counted: timed } = run({ ...sources, hasRuleMetrics: true })
  expect(timed.rules[0]).toMatchObject({ evaluateTimings: 1, executeTimings: 1 })
})

test('a rule counts the messages that it drops, and not those that another rule dropped', () => {
  const { counted } = run({
    rules: { drops: 'when true then drop_message();', again: 'when true then drop_message();' },
    pipelines: { P: 'stage 0 match either rule "drops" stage 1 match either rule "again"' },
  })
  expect(counted.rules).toMatchObject([
    { ruleId: 'rule-drops', dropped: 1 },
    { ruleId: 'rule-again', dropped: 0 },
  ])
})

test('one pipeline alone runs once, whatever it is connected to, and not on what it creates', () => {
  const compiled = compileSources(
    {
      rules: {
        r: 'when true then clone_message(); drop_message(); route_to_stream("A"); set_field("n", 1 + to_long($message.n));',
      },
      pipelines: { P: 'stage 0 match all rule "r"' },
      connections: { a: ['P'] },
    },
    { streams: STREAMS },
  )
  const message = testMessage()
  const outcome = compiled.evaluator.runPipeline('pipe-P', message)
  if (!Array.isArray(outcome)) throw new Error('not a list')
  expect(outcome.length).toBe(1)
  expect(message.fields.get('n')).toBe(1)
})

test('rules that take too long in all end the run of the message', () => {
  let now = 0
  const compiled = compileSources(
    {
      rules: { r: note('r') },
      pipelines: { P: Array.from({ length: 10 }, (_, at) => `stage ${at} match all rule "r"`).join(' ') },
    },
    { env: { monotonicMs: () => (now += 1000) } },
  )
  const message = testMessage()
  expect(compiled.evaluator.run(message)).toBe('keep')
  expect(message.fields.get('gl2_processing_error')).toBe('Processing stopped after 5 seconds')
  expect(message.fields.get('ran')).toBe('r/r/r/r/r/')
})
