/** Two texts as equal and different parts, down to the character. */
export interface TextPart {
  readonly text: string
  readonly isDifferent: boolean
}

/** Longer middles are different as a whole: comparing takes the product of both lengths. */
const MAX_COMPARED = 1500

/** The parts of both texts; equal parts are the same in both. */
export function textDifferences(one: string, other: string): readonly [TextPart[], TextPart[]] {
  // Whole characters, so that no half of a surrogate pair is marked.
  const [a, b] = [[...one], [...other]]
  const shorter = Math.min(a.length, b.length)
  let begin = 0
  while (begin < shorter && a[begin] === b[begin]) begin++
  let end = 0
  while (end < shorter - begin && a[a.length - 1 - end] === b[b.length - 1 - end]) end++
  const equal = commonPlaces(a.slice(begin, a.length - end), b.slice(begin, b.length - end))
  const isEqual = (length: number, at: number, common: ReadonlySet<number>) =>
    at < begin || at >= length - end || common.has(at - begin)
  return [partsOf(a, (at) => isEqual(a.length, at, equal.one)), partsOf(b, (at) => isEqual(b.length, at, equal.other))]
}

/** The places of a longest common subsequence in both. */
function commonPlaces(a: readonly string[], b: readonly string[]) {
  const places = { one: new Set<number>(), other: new Set<number>() }
  if (a.length > MAX_COMPARED || b.length > MAX_COMPARED) return places
  const width = b.length + 1
  const lengths = new Uint16Array((a.length + 1) * width)
  const at = (i: number, j: number) => lengths[i * width + j] ?? 0
  for (let i = a.length - 1; i >= 0; i--) {
    for (let j = b.length - 1; j >= 0; j--) {
      lengths[i * width + j] = a[i] === b[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1))
    }
  }
  let [i, j] = [0, 0]
  while (i < a.length && j < b.length) {
    if (a[i] === b[j]) {
      places.one.add(i++)
      places.other.add(j++)
    } else if (at(i + 1, j) >= at(i, j + 1)) i++
    else j++
  }
  return places
}

function partsOf(characters: readonly string[], isEqualAt: (at: number) => boolean): TextPart[] {
  const parts: { text: string; isDifferent: boolean }[] = []
  for (const [at, character] of characters.entries()) {
    const isDifferent = !isEqualAt(at)
    const last = parts.at(-1)
    if (last?.isDifferent === isDifferent) last.text += character
    else parts.push({ text: character, isDifferent })
  }
  return parts
}
