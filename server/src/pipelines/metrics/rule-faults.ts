/** The notification about rules that are skipped because they took too long. It names one of them at a time. */
import type { Notifications } from '../../notices/notifications.ts'

export interface SkippedRule {
  readonly id: string
  readonly title: string
  /** It runs again once its source is another one. */
  readonly source: string
  readonly faults: number
}

const NOTIFICATION = 'rule_processing_disabled'

/** Skipped rules run again after a restart, so a notification of an earlier run is removed. */
export async function createRuleFaults(notifications: Notifications) {
  await notifications.remove(NOTIFICATION)
  const skipped = new Map<string, SkippedRule>()
  let named: string | undefined

  async function raise({ id, title, faults }: SkippedRule): Promise<void> {
    named = id
    const details = { rule_id: id, rule_title: title, fault_count: faults }
    await notifications.raise(NOTIFICATION, 'urgent', details)
  }

  return {
    async warn(rule: SkippedRule) {
      skipped.set(rule.id, rule)
      if (named === undefined) await raise(rule)
    },
    /** Removes the notification about rules that were changed or deleted. */
    async removeChanged(isStill: (rule: SkippedRule) => boolean) {
      for (const [id, rule] of skipped) if (!isStill(rule)) skipped.delete(id)
      if (named === undefined || skipped.has(named)) return
      named = undefined
      await notifications.remove(NOTIFICATION)
      const [next] = skipped.values()
      if (next !== undefined) await raise(next)
    },
  }
}
