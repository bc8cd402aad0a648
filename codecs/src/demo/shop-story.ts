/** What goes wrong in the shop, and when: the same at each turn of its cycle. */

export interface ShopStory {
  /** Orders cannot be paid: it begins soon after a new version came. */
  readonly arePaymentsBroken: boolean
  /** Somebody tries passwords. */
  readonly isBruteForce: boolean
  /** Of the service that takes orders. */
  readonly checkoutVersion: string
}

const OLD_VERSION = '1.8.2'
const NEW_VERSION = '1.9.0'

/** As shares of the cycle. */
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

/** Somebody has tried passwords until one was right. */
export const isBreakInBetween = (before: number, now: number): boolean =>
  before < BRUTE_FORCE.to && now >= BRUTE_FORCE.to

/** What is rolled out when the cycle goes on from one share to another, both below 1 in one turn. */
export function rolloutBetween(
  before: number,
  now: number,
): { readonly from: string; readonly to: string } | undefined {
  if (before < DEPLOYMENT && now >= DEPLOYMENT) return { from: OLD_VERSION, to: NEW_VERSION }
  if (before < ROLLBACK && now >= ROLLBACK) return { from: NEW_VERSION, to: OLD_VERSION }
  return undefined
}
