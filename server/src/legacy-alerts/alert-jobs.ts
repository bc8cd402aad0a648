/** The two jobs of legacy alerts: they exist while the setting enables them. */
import type { Clock } from '../platform/clock.ts'
import type { SettingsStore } from '../platform/settings/settings-store.ts'
import { unlessTaken } from '../platform/settings/unless-taken.ts'
import type { Jobs } from '../scheduler/jobs.ts'
import { JOB_SCOPE, SCAN_JOB } from './alert-scan.ts'
import { CALLBACK_JOB } from './callback-job.ts'

const FIRST_SCAN_MS = 10_000

export interface AlertJobsDeps {
  readonly settings: SettingsStore
  readonly jobs: Pick<Jobs, 'writes' | 'findJob' | 'findTrigger'>
  readonly isEnabled: boolean
  readonly intervalMs: number
  readonly clock: Clock
}

/** What waits when they are switched off is never sent. */
export async function prepareAlertJobs(deps: AlertJobsDeps): Promise<void> {
  const { settings, jobs, isEnabled } = deps
  const writes = isEnabled ? await starting(deps) : await stopping(jobs)
  // Another node may do it at the same moment.
  if (writes.length > 0) await unlessTaken(settings.commit(writes))
}

async function starting({ jobs, clock, intervalMs }: AlertJobsDeps) {
  const schedule = { type: 'interval', interval: intervalMs, unit: 'MILLISECONDS' } as const
  const nextTime = new Date(clock.now().getTime() + Math.min(FIRST_SCAN_MS, intervalMs))
  const scan = await jobs.findJob(SCAN_JOB, JOB_SCOPE)
  const trigger = scan && (await jobs.findTrigger(scan.document.id))
  const sender = await jobs.findJob(CALLBACK_JOB, JOB_SCOPE)
  return [
    ...(scan === undefined ? jobs.writes.inserting(SCANNING, { schedule, nextTime }).writes : []),
    ...(scan !== undefined && trigger === undefined
      ? [jobs.writes.triggering(scan.document.id, { schedule, nextTime })]
      : []),
    ...(trigger === undefined || !isEnded(trigger.document)
      ? []
      : [jobs.writes.rescheduling(trigger, { schedule, nextTime })]),
    ...(sender === undefined ? jobs.writes.inserting(SENDING).writes : []),
  ]
}

const isEnded = ({ status }: { readonly status: string }) => status === 'error' || status === 'complete'

async function stopping({ findJob, writes }: AlertJobsDeps['jobs']) {
  const found = await Promise.all([SCAN_JOB, CALLBACK_JOB].map((type) => findJob(type, JOB_SCOPE)))
  const deletions = found.flatMap((job) => (job === undefined ? [] : [writes.deleting(job.document.id)]))
  return (await Promise.all(deletions)).flat()
}

const SCANNING = {
  title: 'Checks of legacy alert conditions',
  description: '',
  config: { type: SCAN_JOB, scope: JOB_SCOPE },
}
const SENDING = {
  title: 'Alarm callbacks of legacy alerts',
  description: '',
  config: { type: CALLBACK_JOB, scope: JOB_SCOPE },
}
