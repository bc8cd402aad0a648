/** What is asked of the author of a change before rules may run. */
import type { Caller } from '../../http/caller.ts'
import type { RunOptions } from '../../platform/bounded-runs/bounded-runs.ts'
import type { RuleNeed } from './rule-need.ts'

/** Who saves or connects, and what the same commit creates. */
export interface RuleAuthor {
  readonly caller: Pick<Caller, 'holds'>
  /** Names of tables, and titles of streams. */
  readonly created?: { readonly tables: ReadonlySet<string>; readonly streams: ReadonlySet<string> }
}

/** User who saves a rule or pipeline, and the signal that cancels it. */
export interface Author extends RuleAuthor {
  readonly caller: Pick<Caller, 'userId' | 'username' | 'holds'>
  readonly signal: AbortSignal
}

export const runOf = ({ caller, signal }: Author): RunOptions => ({ userId: caller.userId, signal })

/** Each throws unless the author has the permissions. */
export interface RuleRights {
  /** Checks what the rule reaches, in the pipelines that name it. */
  requireRule(rule: { readonly title: string; readonly needs: readonly RuleNeed[] }, by: RuleAuthor): Promise<void>
  /** Checks what the rules of these titles reach. */
  requireRules(titles: readonly string[], by: RuleAuthor): Promise<void>
  /** Checks the streams that the pipeline is connected to. */
  requireConnected(pipelineId: string, by: RuleAuthor): Promise<void>
}
