/** The logs of a simulated web shop. Deterministic: the same random numbers and instants give the same messages. */
import { createDice, type Fractions } from './dice.ts'
import { breakIn, bruteForceSignIn, clusterEvent, firewallMessage, hostSignIn, rollout } from './shop-background.ts'
import { shopRequest } from './shop-request.ts'
import { isBreakInBetween, rolloutBetween, storyAt } from './shop-story.ts'

export type ShopTraffic = ReturnType<typeof createShopTraffic>

export function createShopTraffic(given: {
  readonly random: Fractions
  /** The start of the shop's incident cycle, and its duration. */
  readonly startMs: number
  readonly cycleMs: number
}) {
  const { startMs, cycleMs } = given
  const dice = createDice(given.random)
  let shareBefore: number | undefined
  return {
    /** The messages of an activity that ends at this instant: at least one. Instants must not decrease. */
    next(nowMs: number) {
      const share = (Math.max(0, nowMs - startMs) % cycleMs) / cycleMs
      const story = storyAt(share)
      // Incidents before the start are skipped.
      const before = shareBefore ?? share
      shareBefore = share
      const versions = rolloutBetween(before, share)
      if (versions !== undefined) return rollout(dice, nowMs, versions)
      if (isBreakInBetween(before, share)) return [breakIn(dice, nowMs)]
      if (story.isBruteForce && dice.chance(0.3)) return [bruteForceSignIn(dice, nowMs)]
      if (dice.chance(0.55)) return shopRequest(dice, nowMs, story)
      if (dice.chance(0.8)) return [firewallMessage(dice, nowMs)]
      return [dice.chance(0.6) ? hostSignIn(dice, nowMs) : clusterEvent(dice, nowMs)]
    },
  }
}
