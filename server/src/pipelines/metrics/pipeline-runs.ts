/** What processing reports about the pipelines that it runs. */
import type { Metrics } from '../../metrics/metrics.ts'
import type { Notifications } from '../../notices/notifications.ts'
import type { Log } from '../../platform/log.ts'
import { MESSAGE_LINE } from '../../platform/server-log/message-line.ts'
import type { PublishedPipelines } from '../published-pipelines.ts'
import type { PipelineFigures } from './pipeline-figures.ts'
import { createPipelineMeasures } from './pipeline-metrics.ts'
import { createRuleFaults } from './rule-faults.ts'

export type PipelineRuns = Awaited<ReturnType<typeof createPipelineRuns>>

export async function createPipelineRuns(deps: {
  readonly published: Pick<PublishedPipelines, 'current' | 'onChange'>
  readonly metrics: Metrics
  readonly notifications: Notifications
  readonly log: Log
}) {
  const { published, log } = deps
  const measures = createPipelineMeasures(deps.metrics)
  const faults = await createRuleFaults(deps.notifications)
  const find = (id: string) => published.current().rules.find((rule) => rule.id === id)
  measures.register(published.current())
  const subscription = published.onChange(() => {
    measures.register(published.current())
    faults
      .removeChanged(({ id, source }) => find(id)?.source === source)
      .catch((error: unknown) => log.error({ err: error }, 'notification of a slow rule not removed'))
  })

  return {
    /** A block of messages was processed. */
    ran(figures: PipelineFigures) {
      measures.add(figures)
      for (const line of figures.debugLines) log.info(MESSAGE_LINE, line)
      const omitted = figures.debugLineCount - figures.debugLines.length
      if (omitted > 0) log.warn({ omitted }, 'debug lines of rules omitted')
      for (const [problem, messages] of figures.limits) log.warn({ problem, messages }, 'pipelines stopped at a limit')
    },
    /** A rule took too long on one message, which went on without it. */
    timedOut: measures.timedOut,
    /** Processing skips the rule, because it took too long `faults` times. Never rejects. */
    async excluded(ruleId: string, count: number) {
      try {
        const rule = find(ruleId)
        if (rule === undefined) return
        log.warn({ ruleId, faults: count }, 'rule skipped, it is too slow')
        await faults.warn({ id: ruleId, title: rule.title, source: rule.source, faults: count })
      } catch (error) {
        log.error({ err: error, ruleId }, 'notification of a slow rule not raised')
      }
    },
    [Symbol.dispose]: () => subscription[Symbol.dispose](),
  }
}
