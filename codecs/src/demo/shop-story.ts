/** The incidents of the shop, which repeat in each cycle. */

export interface ShopStory {
  /** Payments fail: begins soon after a rollout. */
  readonly arePaymentsBroken: boolean
  /** A password attack is in progress. */
  readonly isBruteForce: boolean
  /** Version of the order service. */
  readonly checkoutVersion: string
}

const OLD_VERSION = '1.8.2'
const NEW_VERSION = '1.9.0'

/** As fractions of the cycle. */
const BRUTE_FORCE = { from: 0.55, to: 0.565 }
export const DEPLOYMENT = 0.8
const BROKEN = { from: 0.805, to: 0.88 }
export const ROLLBACK = 0.88

export function storyAt(shareOfCycle: number): ShopStory {
  const isWithin = ({ from, to }: { readonly from: number; readonly to: number }) =>
    shareOfCycle >= from && shareOfCycle < to
  return {
    arePaymentsBroken: isWithin(BROKEN),
    isBruteForce: isWithin(BRUTE_FORCE),
    checkoutVersion: isWithin({ from: DEPLOYMENT, to: ROLLBACK }) ? NEW_VERSION : OLD_VERSION,
  }
}

/** A password attack has succeeded. */
export const isBreakInBetween = (before: number, now: number): boolean =>
  before < BRUTE_FORCE.to && now >= BRUTE_FORCE.to

/** The rollouts between two fractions of the cycle. */
export function rolloutBetween(
  before: number,
  now: number,
): { readonly from: string; readonly to: string } | undefined {
  if (before < DEPLOYMENT && now >= DEPLOYMENT) return { from: OLD_VERSION, to: NEW_VERSION }
  if (before < ROLLBACK && now >= ROLLBACK) return { from: NEW_VERSION, to: OLD_VERSION }
  return undefined
}
