/**
 * Budgets that all nodes share. A node spends in memory, and stores what it has spent once a key has little left: users
 * who sign in rarely fail cost no write, and an attacker who goes to several nodes gets at most the part that each of
 * them does not store, once. Debts stay, so the rate of the refill holds over all nodes.
 */
import { createBoundedMap } from '@logyard/languages/caches/bounded-map'
import { type Static, Type } from 'typebox'
import { type Clock, isAhead } from '../../platform/clock.ts'
import type { Log } from '../../platform/log.ts'
import { createExpiringDocuments } from '../../platform/settings/expiring-documents.ts'
import { defineCollection, type SettingsStore } from '../../platform/settings/settings-store.ts'
import { createThrottleKeys } from './throttle-keys.ts'

const SpentBudget = Type.Object({
  id: Type.String({ description: 'A keyed hash of the budget and its key' }),
  debt: Type.Number({ description: 'Spending that is not refilled yet' }),
  per_second: Type.Number({ description: 'The refill' }),
  counted_at: Type.String(),
})
type SpentBudget = Static<typeof SpentBudget>
export const spentBudgetCollection = defineCollection({ name: 'spent_budgets', audit: 'note', schema: SpentBudget })

export interface Budget {
  readonly capacity: number
  readonly perSecond: number
}

export interface BudgetOf {
  /** Rest of the key's budget. It is negative if several nodes spent it at the same time. */
  left(key: string): number
  spend(key: string, amount: number): void
  restore(key: string, amount: number): void
}

export type SharedBudgets = ReturnType<typeof createSharedBudgets>

/** Keys with stored debts, and keys that each node has in memory. */
export const BUDGETS = 10_000
/** A node stores its debts once they, with those stored before, are this part of the capacity. */
const STORED_FROM = 1 / 3

interface Local {
  debt: number
  countedAtMs: number
}

export function createSharedBudgets(deps: {
  readonly settings: SettingsStore
  readonly clock: Clock
  readonly log: Log
}) {
  const { settings, clock, log } = deps
  const keyOf = createThrottleKeys(settings)
  const storedDebt = ({ debt, per_second, counted_at }: SpentBudget) => {
    const ageMs = clock.now().getTime() - Date.parse(counted_at)
    return isAhead(-ageMs, 0) ? 0 : Math.max(0, debt - (Math.max(0, ageMs) / 1000) * per_second)
  }
  const stored = createExpiringDocuments({
    settings,
    spec: spentBudgetCollection,
    limit: BUDGETS,
    isOver: (document) => storedDebt(document) === 0,
  })
  const storing = new Map<string, Promise<void>>()

  /** Stores debts until there are none that only this node knows. */
  async function store(id: string, local: Local, perSecond: number): Promise<void> {
    while (local.debt !== 0) {
      const { debt } = local
      await stored.change(id, (before) => {
        const total = Math.max(0, (before === undefined ? 0 : storedDebt(before)) + debt)
        if (total === 0) return undefined
        return { id, debt: total, per_second: perSecond, counted_at: clock.now().toISOString() }
      })
      local.debt -= debt
      await stored.fresh()
    }
  }

  function budget(name: string, { capacity, perSecond }: Budget): BudgetOf {
    const locals = createBoundedMap<string, Local>(BUDGETS)

    function localOf(id: string): Local {
      const nowMs = clock.monotonicMs()
      const local = locals.get(id) ?? { debt: 0, countedAtMs: nowMs }
      local.debt = Math.max(Math.min(local.debt, 0), local.debt - ((nowMs - local.countedAtMs) / 1000) * perSecond)
      local.countedAtMs = nowMs
      locals.set(id, local)
      return local
    }

    const debtOf = (id: string) => {
      const document = stored.find(id)
      return document === undefined ? 0 : storedDebt(document)
    }

    function add(key: string, amount: number): void {
      const id = keyOf(name, key)
      const local = localOf(id)
      const before = debtOf(id)
      // Nothing is owed beyond what was spent.
      local.debt = Math.max(local.debt + amount, -before)
      const isStored = before > 0 || local.debt >= capacity * STORED_FROM
      if (!isStored || local.debt === 0 || storing.has(id)) return
      const ended = store(id, local, perSecond)
        .catch((error: unknown) => log.warn({ err: error, budget: name }, 'a spent budget could not be stored'))
        .finally(() => storing.delete(id))
      storing.set(id, ended)
    }

    return {
      left(key) {
        const id = keyOf(name, key)
        return capacity - Math.max(0, localOf(id).debt + debtOf(id))
      },
      spend: (key, amount) => add(key, amount),
      restore: (key, amount) => add(key, -amount),
    }
  }

  return {
    budget,
    /** Catches up with the debts of other nodes. */
    fresh: stored.fresh,
    purge: stored.purge,
    async [Symbol.asyncDispose]() {
      await Promise.all(storing.values())
      stored[Symbol.dispose]()
    },
  }
}
