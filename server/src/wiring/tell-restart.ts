/** Tells administrators that the server ended unexpectedly, and what it skips since then. */
import type { Notifications } from '../notices/notifications.ts'
import type { CrashGuard } from '../platform/crash-guard/crash-guard.ts'
import type { Log } from '../platform/log.ts'

interface RestartFacts {
  readonly log: Log
  readonly crashGuard: Pick<CrashGuard, 'skipped'>
  /** Undefined if the server was stopped, or has not run before. */
  readonly reason: string | undefined
}

export async function tellRestart(
  notices: Pick<Notifications, 'raise' | 'remove'>,
  { log, crashGuard, reason }: RestartFacts,
): Promise<void> {
  if (reason === undefined) return
  log.error({ reason }, 'started again, because the server had ended unexpectedly')
  const titles = crashGuard.skipped().map(({ title }) => title)
  const skipped = titles.length === 0 ? '' : ` Skipped until you start them again: ${titles.join(', ')}.`
  // One that is there describes an earlier end.
  await notices.remove('server_restarted')
  await notices.raise('server_restarted', 'urgent', { reason, skipped })
}
