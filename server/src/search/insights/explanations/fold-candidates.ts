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
    const sharing = isOfItsOwn ? [] : byShared(found, leaders, overlaps)
    const leader = sharing.find((one) => !differsWithin(found, one, overlaps, beside))
    if (isOfItsOwn || (sharing.length > 0 && leader === undefined)) leaders.push({ ...found })
    // Without a leader, and in the other direction, the others have a smaller share because one has a greater one.
    else if (leader?.difference.isMore === found.difference.isMore) leader.same = [...leader.same, found]
  }
  return leaders
}

/** Those with some of the messages that make the difference; those with most of them first. */
function byShared<One extends Folded>(found: Folded, leaders: readonly One[], overlaps: Overlaps): readonly One[] {
  const { insideTotal, outsideTotal, isMore } = found.difference
  const explained = (leader: One) => {
    const { inside, outside } = overlaps.shared(found.at, leader.at)
    return (inside - (outside * insideTotal) / outsideTotal) * (isMore ? 1 : -1)
  }
  return leaders.filter((leader) => explained(leader) > 0).sort((a, b) => explained(b) - explained(a))
}

const differsWithin = (found: Folded, leader: Folded, overlaps: Overlaps, beside: Beside): boolean =>
  differenceOf(overlaps.sides(found.at, { within: leader.at }), beside)?.isMore === found.difference.isMore
