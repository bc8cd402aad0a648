/** Finds phrases among the words of a text. Both functions read a text once, however repetitive it is. */

/** The returned function finds the first position at or after `from` where the phrase's words follow each other, or -1. */
export function compilePhraseSearch(phrase: readonly string[]): (words: readonly string[], from: number) => number {
  // Knuth-Morris-Pratt: the length of the longest prefix of the phrase that is still matched after a mismatch.
  const prefixAfter = [0]
  for (let at = 1, seen = 0; at < phrase.length; at++) {
    while (seen > 0 && phrase[at] !== phrase[seen]) seen = prefixAfter[seen - 1] ?? 0
    if (phrase[at] === phrase[seen]) seen++
    prefixAfter.push(seen)
  }
  return (words, from) => {
    let seen = 0
    for (let at = from; at < words.length; at++) {
      while (seen > 0 && words[at] !== phrase[seen]) seen = prefixAfter[seen - 1] ?? 0
      if (words[at] === phrase[seen]) seen++
      if (seen === phrase.length) return at - seen + 1
    }
    return -1
  }
}

/**
 * Each occurrence of a word implies a start of the phrase: the position minus the word's position in the phrase. The
 * words are close together if every word has an implied start and all of them are within `slop` of each other. Any word
 * may take the position of an empty word of the phrase.
 */
export function areCloseTogether(phrase: readonly string[], words: readonly string[], slop: number): boolean {
  const occurrences = Map.groupBy(words.keys(), (at) => words[at])
  const lists = phrase
    .map((word, place) => ({ word, place, at: occurrences.get(word) ?? [] }))
    .filter(({ word }) => word !== '')
  if (lists.length === 0 || lists.some(({ at }) => at.length === 0)) return false
  if (slop >= words.length + phrase.length) return true
  let begin = -phrase.length
  for (let agreed = 0, next = 0; agreed < lists.length; next = (next + 1) % lists.length) {
    const list = lists[next]
    const nearest = list && firstFrom(list.at, begin + list.place)
    if (list === undefined || nearest === undefined) return false
    // The nearest occurrence limits how early the phrase can start.
    const earliest = nearest - list.place - slop
    agreed = earliest > begin ? 1 : agreed + 1
    begin = Math.max(begin, earliest)
  }
  return true
}

/** The first of the ascending numbers that is at least `min`. */
function firstFrom(ascending: readonly number[], min: number): number | undefined {
  let low = 0
  let high = ascending.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((ascending[middle] ?? 0) < min) low = middle + 1
    else high = middle
  }
  return ascending[low]
}
