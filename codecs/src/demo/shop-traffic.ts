/** The logs of a made-up web shop: pure, so that the same choices at the same instants are the same messages. */
import type { DemoMessage } from './demo-message.ts'
import { createDice, type Fractions } from './dice.ts'
import { breakIn, bruteForceSignIn, clusterEvent, firewallMessage, hostSignIn, rollout } from './shop-background.ts'
import { shopRequest } from './shop-request.ts'
import { isBreakInBetween, rolloutBetween, storyAt } from './shop-story.ts'

export interface ShopTraffic {
  /** What is written because of something that ends at this instant: at least one message. Instants never go back. */
  next(nowMs: number): readonly DemoMessage[]
}

export function createShopTraffic(given: {
  readonly random: Fractions
  /** When the story of the shop begins, and how long it takes until it begins again. */
  readonly startMs: number
  readonly cycleMs: number
}): ShopTraffic {
  const { startMs, cycleMs } = given
  const dice = createDice(given.random)
  let shareBefore: number | undefined
  return {
    next(nowMs) {
      const share = (Math.max(0, nowMs - startMs) % cycleMs) / cycleMs
      const story = storyAt(share)
      // Whoever comes in the middle has not seen what happened before.
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
