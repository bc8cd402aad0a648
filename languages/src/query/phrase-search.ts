/** Phrases among the words of a text. Neither function goes through a text again and again, however it repeats itself. */

/** Answers where the words of the phrase stand one after the other, from a place on; -1 when they do not. */
export function compilePhraseSearch(phrase: readonly string[]): (words: readonly string[], from: number) => number {
  // Knuth, Morris and Pratt: how much of the phrase has been seen already when the word behind so much of it is another.
  const seenAgain = [0]
  for (let at = 1, seen = 0; at < phrase.length; at++) {
    while (seen > 0 && phrase[at] !== phrase[seen]) seen = seenAgain[seen - 1] ?? 0
    if (phrase[at] === phrase[seen]) seen++
    seenAgain.push(seen)
  }
  return (words, from) => {
    let seen = 0
    for (let at = from; at < words.length; at++) {
      while (seen > 0 && words[at] !== phrase[seen]) seen = seenAgain[seen - 1] ?? 0
      if (words[at] === phrase[seen]) seen++
      if (seen === phrase.length) return at - seen + 1
    }
    return -1
  }
}

/**
 * Each word of the text says where the phrase would begin if that word were in its place. The words are close together
 * when, for all words of the phrase, such beginnings lie within `slop` of each other. In the place of an empty word of
 * the phrase may be any.
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
    // What is too far away for this beginning says where the next one can be.
    const earliest = nearest - list.place - slop
    agreed = earliest > begin ? 1 : agreed + 1
    begin = Math.max(begin, earliest)
  }
  return true
}

/** The first of the ascending numbers that is not below `least`. */
function firstFrom(ascending: readonly number[], least: number): number | undefined {
  let low = 0
  let high = ascending.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((ascending[middle] ?? 0) < least) low = middle + 1
    else high = middle
  }
  return ascending[low]
}
