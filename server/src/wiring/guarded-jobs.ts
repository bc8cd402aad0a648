/** Jobs whose runs the crash guard records, and skips after they ended the server twice. */
import type { CrashGuard } from '../platform/crash-guard/crash-guard.ts'
import type { JobType } from '../scheduler/job-type.ts'
import type { Jobs } from '../scheduler/jobs.ts'

const SKIPPED =
  'Not run, because the server ended twice within a minute while this was running. Disable and enable it to try again.'

type Guard = Pick<CrashGuard, 'begin' | 'isSkipped' | 'tryAgain'>

export const guardedJobs = (jobs: Jobs, guard: Guard): Jobs => ({
  ...jobs,
  register: (type) => jobs.register(guarded(type, guard)),
})

const guarded = (type: JobType, guard: Guard): JobType => ({
  ...type,
  async run(run) {
    const work = { kind: type.type, id: run.job.id, title: run.job.title }
    if (guard.isSkipped(work)) {
      // The trigger stays failed, until a user schedules it again.
      guard.tryAgain(work)
      return { kind: 'failed', reason: SKIPPED }
    }
    using _recorded = guard.begin(work)
    return await type.run(run)
  },
})
