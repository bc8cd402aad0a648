/** Alert conditions and alarm callbacks, as streams need them. The area of legacy alerts implements this. */
import type { StreamAlertCondition } from '@logyard/contract/legacy-alerts/alert-conditions'
import type { Caller } from '../http/caller.ts'
import type { Write } from '../platform/settings/settings-store.ts'

export interface StreamAlertFacts {
  readonly alert_conditions: StreamAlertCondition[]
  readonly alert_receivers: { readonly emails: string[]; readonly users: string[] }
}

export interface StreamAlerting {
  /** The facts of each stream, as they are now. */
  read(): Promise<(streamId: string) => StreamAlertFacts>
  /** The caller becomes their creator. */
  cloning(caller: Caller, sourceId: string, cloneId: string): Promise<readonly Write[]>
  deleting(streamId: string): Promise<readonly Write[]>
}
