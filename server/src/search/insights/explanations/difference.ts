/**
 * How sure and how great the difference of one count between two sides is. The share of a value varies from slice to slice
 * of the time, more than by chance alone if it comes in bursts: a difference counts only beyond that variation.
 */

/** Messages of one kind, and all messages, in each slice of a side. */
export interface SliceCounts {
  readonly counts: readonly number[]
  readonly totals: readonly number[]
}

export interface Sides {
  readonly inside: SliceCounts
  readonly outside: SliceCounts
}

/** Part of the slices that may be as different as the messages inside are: a longer incident reaches into some of them. */
const EXTREME_SHARE = 0.1
/** A share that is this much greater or smaller is worth a line. */
const MIN_FACTOR = 1.5
/** Messages by which the sides differ at least. */
const MIN_MESSAGES = 10
/** Probability that a comparison finds anything by chance. */
const CHANCE = 0.001
/** A value that is in fewer slices outside is assumed to come in bursts, as the other values of its field do. */
export const RARE_SHARE = 0.25
const MIN_SLICES = 4

export interface Difference {
  readonly isMore: boolean
  readonly inside: number
  readonly outside: number
  readonly insideTotal: number
  readonly outsideTotal: number
  /** Divergence of the two shares, by which findings are ranked. */
  readonly score: number
}

/** Facts about the other values that it was compared with. */
export interface Beside {
  /** Number of comparisons that were made. */
  readonly comparisons: number
  /** Usual share of a slice of those values of the field that are in few slices. */
  readonly burst: number
}

const sum = (numbers: readonly number[]): number => numbers.reduce((all, one) => all + one, 0)

/** Returns undefined for a difference that is too small, or no more than by chance. */
export function differenceOf({ inside, outside }: Sides, beside: Beside): Difference | undefined {
  const [a, total] = [sum(inside.counts), sum(inside.totals)]
  const [b, others] = [sum(outside.counts), sum(outside.totals)]
  if (total === 0 || others === 0) return undefined
  const [share, usual] = [a / total, b / others]
  const isMore = share > usual
  const [high, low] = isMore ? [share, usual] : [usual, share]
  if (high < low * MIN_FACTOR || Math.abs(a - usual * total) < MIN_MESSAGES) return undefined
  const isRare = isInFewSlices(outside)
  // It is missing in most of the slices outside, too.
  if (!isMore && isRare) return undefined
  const excess = excessVariance(outside, { usual, burst: isRare ? beside.burst : 0, total })
  const pooled = (a + b) / (total + others)
  const byChance = pooled * (1 - pooled) * (1 / total + 1 / others)
  const certainty = Math.sqrt(deviance(a, total, b, others) / (1 + excess / Math.max(byChance, Number.MIN_VALUE)))
  const slices = outside.totals.filter((count) => count > 0).length
  const logChance =
    logTail(asNormal(certainty, Math.max(4, slices - 1))) + Math.log(2 * Math.max(1, beside.comparisons))
  if (logChance > Math.log(CHANCE)) return undefined
  return {
    isMore,
    inside: a,
    outside: b,
    insideTotal: total,
    outsideTotal: others,
    score: divergence(a, total, b, others),
  }
}

function isInFewSlices({ counts, totals }: SliceCounts): boolean {
  const known = totals.filter((messages) => messages > 0).length
  return known >= MIN_SLICES && counts.filter((count) => count > 0).length <= known * RARE_SHARE
}

/** Variance of the share between slices beyond that by chance, as it applies to a count of `total` messages. */
function excessVariance(
  { counts, totals }: SliceCounts,
  { usual, burst, total }: { readonly usual: number; readonly burst: number; readonly total: number },
): number {
  const slices = counts.flatMap((count, at) => {
    const messages = totals[at] ?? 0
    return messages === 0 ? [] : [{ share: count / messages, messages }]
  })
  if (slices.length < 2) return burst ** 2
  const shares = slices.map(({ share }) => share).sort((a, b) => a - b)
  const median = shares[Math.floor(shares.length / 2)] ?? usual
  const squares = slices.map(({ share, messages }) => (share - median) ** 2 - (usual * (1 - usual)) / messages)
  const kept = squares.toSorted((a, b) => a - b).slice(0, Math.ceil(slices.length * (1 - EXTREME_SHARE)))
  const between = Math.max(0, sum(kept) / Math.max(1, kept.length - 1), burst ** 2)
  const typical = sum(slices.map(({ messages }) => messages)) / slices.length
  // Bursts weigh more in fewer messages; that they even out in more is not certain.
  return between * (Math.max(1, typical / total) + 1 / slices.length)
}

/** Twice the logarithm of the ratio of likelihoods: that both sides have one share, or each its own. */
function deviance(a: number, total: number, b: number, others: number): number {
  const pooled = (a + b) / (total + others)
  const part = (count: number, expected: number) => (count === 0 ? 0 : count * Math.log(count / expected))
  return (
    2 *
    Math.max(
      0,
      part(a, total * pooled) +
        part(total - a, total * (1 - pooled)) +
        part(b, others * pooled) +
        part(others - b, others * (1 - pooled)),
    )
  )
}

/** Jeffreys' divergence, in nats: the change of the share by the logarithm of its factor. */
export function divergence(a: number, total: number, b: number, others: number): number {
  const [share, usual] = [(a + 0.5) / (total + 1), (b + 0.5) / (others + 1)]
  return (share - usual) * Math.log(share / usual)
}

/** The normal deviate that is as unlikely as this one of Student's t: the variance is known from some slices only. */
const asNormal = (t: number, freedom: number): number =>
  ((8 * freedom + 1) / (8 * freedom + 3)) * Math.sqrt(freedom * Math.log1p(t ** 2 / freedom))

/** Logarithm of the probability of a normal deviate beyond this one. */
const logTail = (z: number): number => (z < 1 ? 0 : -(z ** 2) / 2 - Math.log(z * Math.sqrt(2 * Math.PI)))
