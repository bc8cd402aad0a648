import { LongRun } from '../../../view-document/execution/long-run.tsx'
import type { DashboardSession, DashboardState } from '../editing/dashboard-session.ts'
import classes from './dashboard-progress.module.css'

/**
 * The progress of the whole page, above the widgets, so that none of them moves. Full screen mode shows none: nobody
 * operates a screen on a wall, and its widgets keep their older results meanwhile.
 */
export function DashboardProgress({ session, state }: { session: DashboardSession; state: DashboardState }) {
  return (
    <div className={classes['floating']}>
      <LongRun run={state.run} onStop={session.stop} />
    </div>
  )
}
