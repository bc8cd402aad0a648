/**
 * Which differences are lines of their own. A difference that is gone without the messages of greater ones says the same:
 * it is folded under one of them, unless it also differs among the messages of that one alone.
 */
import type { Candidate } from './candidates.ts'
import type { Overlaps } from './count-overlaps.ts'
import { type Beside, type Difference, differenceOf } from './difference.ts'

export interface Folded {
  readonly candidate: Candidate
  /** Its place among the candidates. */
  readonly at: number
  readonly difference: Difference
  readonly same: readonly { readonly candidate: Candidate; readonly difference: Difference }[]
}

/** What remains of a difference without the messages of others says the same if it is less than this part. */
const REMAINING = 0.2

export function foldCandidates(
  candidates: readonly Candidate[],
  overlaps: Overlaps,
  comparisons: number,
): readonly Folded[] {
  const besideOf = ({ burst }: Candidate): Beside => ({ comparisons, burst })
  const certain = candidates
    .flatMap((candidate, at) => {
      const difference = differenceOf(overlaps.sides(at), besideOf(candidate))
      return difference === undefined ? [] : [{ candidate, at, difference, same: [] as Folded['same'] }]
    })
    .sort((a, b) => b.candidate.weight * b.difference.score - a.candidate.weight * a.difference.score)
  const leaders: { -readonly [Key in keyof Folded]: Folded[Key] }[] = []
  for (const found of certain) {
    const beside = besideOf(found.candidate)
    const left = differenceOf(overlaps.sides(found.at, { without: leaders.map(({ at }) => at) }), beside)
    const isOfItsOwn =
      left !== undefined && left.isMore === found.difference.isMore && left.score >= REMAINING * found.difference.score
    const leader = isOfItsOwn ? undefined : nearest(found, leaders, overlaps)
    if (leader === undefined || differsWithin(found, leader, overlaps, beside)) leaders.push({ ...found })
    // The others have a smaller share where one has a greater one: that is no finding.
    else if (leader.difference.isMore === found.difference.isMore) leader.same = [...leader.same, found]
  }
  return leaders
}

/** The one whose messages make up most of the difference. */
function nearest<One extends Folded>(found: Folded, leaders: readonly One[], overlaps: Overlaps): One | undefined {
  const usual = found.difference.insideTotal / found.difference.outsideTotal
  const explained = (leader: One) => {
    const { inside, outside } = overlaps.shared(found.at, leader.at)
    return (inside - outside * usual) * (found.difference.isMore ? 1 : -1)
  }
  return leaders.toSorted((a, b) => explained(b) - explained(a))[0]
}

const differsWithin = (found: Folded, leader: Folded, overlaps: Overlaps, beside: Beside): boolean =>
  differenceOf(overlaps.sides(found.at, { within: leader.at }), beside)?.isMore === found.difference.isMore
