import { expect, test } from 'vitest'
import { createMetrics } from '../../metrics/metrics.ts'
import { createNotifications } from '../../notices/notifications.ts'
import { createListeners } from '../../platform/listeners.ts'
import { createLog } from '../../platform/log.ts'
import { fixedClock } from '../../testing/fixed-clock.ts'
import { temporarySettings } from '../../testing/temporary-settings.ts'
import type { PipelineCounts } from '../evaluation/run-counts.ts'
import type { PipelineSettings } from '../published-pipelines.ts'
import { testPipelines } from '../testing/evaluate-sources.ts'
import type { PipelineFigures } from './pipeline-figures.ts'
import { createPipelineRuns } from './pipeline-runs.ts'

const AST = 'org.graylog.plugins.pipelineprocessor.ast.'
const clock = fixedClock('2026-03-01T09:00:00Z')

const SETTINGS = testPipelines({
  rules: { a: 'when true then', b: 'when true then' },
  pipelines: { P: 'stage -1 match all rule "a" stage 5 match all rule "a" rule "unknown"' },
})

async function start(stack: AsyncDisposableStack) {
  const { settings } = stack.use(await temporarySettings())
  const metrics = stack.use(createMetrics(clock))
  const lines: string[] = []
  const write = (line: string) => {
    const { marker, msg } = JSON.parse(line)
    lines.push(marker === undefined ? msg : `${marker}: ${msg}`)
  }
  const log = createLog('info', { write })
  const notifications = createNotifications({ settings, clock, nodeId: 'node' })
  const changes = createListeners()
  let current: PipelineSettings = SETTINGS
  const published = { current: () => current, onChange: changes.add }
  const runs = stack.use(await createPipelineRuns({ published, metrics, notifications, log }))
  return {
    runs,
    lines,
    metrics,
    notified: async () => (await notifications.list()).map(({ type, details }) => ({ type, details })),
    total(name: string) {
      const reading = metrics.find(name)
      if (reading?.type === 'meter') return reading.rates.total
      return reading?.type === 'counter' ? reading.count : undefined
    },
    change(next: PipelineSettings) {
      current = next
      changes.notify()
    },
  }
}

const rule: PipelineCounts['rules'][number] = {
  ruleId: 'rule-a',
  pipelineId: 'pipe-P',
  stage: -1,
  matched: 3,
  notMatched: 2,
  executed: 3,
  failed: 1,
  evaluateTimings: 2,
  evaluateMs: 0.004,
  executeTimings: 0,
  executeMs: 0,
  dropped: 0,
}

const figures = (more: Partial<PipelineFigures> = {}): PipelineFigures => ({
  counts: [
    {
      pipelines: [{ id: 'pipe-P', executed: 5 }],
      stages: [{ pipelineId: 'pipe-P', stage: -1, executed: 5 }],
      rules: [rule],
    },
  ],
  debugLines: [],
  debugLineCount: 0,
  counters: new Map(),
  invalidTimestamps: 0,
  limits: new Map(),
  times: { timings: 2, ms: 0.02 },
  ...more,
})

test('the metrics of all rules exist before they run, and count under the names of the contract', async () => {
  await using stack = new AsyncDisposableStack()
  const { runs, metrics, total } = await start(stack)
  const names = ['executed', 'failed', 'matched', 'not-matched']
  expect(metrics.names(AST).map((name) => name.slice(AST.length))).toEqual(
    [
      'Pipeline.pipe-P.executed',
      'Pipeline.pipe-P.stage.-1.executed',
      'Pipeline.pipe-P.stage.5.executed',
      ...names.flatMap((name) => [
        `Rule.rule-a.${name}`,
        `Rule.rule-a.pipe-P.-1.${name}`,
        `Rule.rule-a.pipe-P.5.${name}`,
        `Rule.rule-b.${name}`,
      ]),
    ].sort(),
  )
  runs.ran(figures({ counters: new Map([['org.graylog.rulemetrics.seen', 4]]) }))
  expect(total(`${AST}Pipeline.pipe-P.executed`)).toBe(5)
  expect(total(`${AST}Pipeline.pipe-P.stage.-1.executed`)).toBe(5)
  for (const prefix of [`${AST}Rule.rule-a.`, `${AST}Rule.rule-a.pipe-P.-1.`])
    expect(names.map((name) => total(`${prefix}${name}`))).toEqual([3, 1, 3, 2])
  expect(total('org.graylog.rulemetrics.seen')).toBe(4)
  expect(metrics.find(`${AST}Rule.rule-a.trace.evaluate.duration`)).toMatchObject({ rates: { total: 2 } })
  expect(metrics.find(`${AST}Rule.rule-a.trace.execute.duration`)).toBeUndefined()
})

test('a block that was underway when a rule was deleted brings none of its metrics back', async () => {
  await using stack = new AsyncDisposableStack()
  const { runs, metrics, change } = await start(stack)
  change({ rules: [], pipelines: [], connections: new Map(), hasRuleMetrics: false })
  metrics.remove(AST)
  runs.ran(figures())
  expect(metrics.names(AST)).toEqual([])
})

test('debug lines, and messages that were stopped, are logged', async () => {
  await using stack = new AsyncDisposableStack()
  const { runs, lines } = await start(stack)
  runs.ran(figures({ debugLines: ['PIPELINE DEBUG: x'], debugLineCount: 3, limits: new Map([['too long', 1]]) }))
  expect(lines).toEqual(['message: PIPELINE DEBUG: x', 'debug lines of rules omitted', 'pipelines stopped at a limit'])
})

test('the notification names a rule that is skipped, until its source changes; then the next one', async () => {
  await using stack = new AsyncDisposableStack()
  const { runs, change, notified, total } = await start(stack)
  runs.timedOut('rule-a')
  expect(total(`${AST}Rule.rule-a.failed`)).toBe(1)
  await runs.excluded('rule-a', 3)
  await runs.excluded('rule-b', 3)
  await runs.excluded('unknown', 3)
  const about = (title: string) => [
    { type: 'rule_processing_disabled', details: { rule_id: `rule-${title}`, rule_title: title, fault_count: 3 } },
  ]
  expect(await notified()).toEqual(about('a'))
  const changed = SETTINGS.rules.map((one) => (one.title === 'a' ? { ...one, source: `${one.source} ` } : one))
  change({ ...SETTINGS, rules: changed })
  await expect.poll(notified).toEqual(about('b'))
  change({ ...SETTINGS, rules: [] })
  await expect.poll(notified).toEqual([])
})
