import { expect, test } from 'vitest'
import { areCloseTogether, compilePhraseSearch } from './phrase-search.ts'

const texts = (letters: string, length: number): string[] =>
  length === 0 ? [''] : texts(letters, length - 1).flatMap((text) => [...letters].map((letter) => text + letter))

test('all occurrences of a phrase are found', () => {
  for (const phrase of [1, 2, 3, 4].flatMap((length) => texts('ab', length))) {
    const search = compilePhraseSearch([...phrase])
    for (const text of texts('ab', 7)) {
      const words = [...text]
      const first = search(words, 0)
      if (first !== text.indexOf(phrase)) throw new Error(`${phrase} in ${text}: ${first}`)
      if (search(words, 3) !== text.indexOf(phrase, 3)) throw new Error(`${phrase} in ${text} from 3`)
    }
  }
})

test('words are close together if they imply nearly the same start of the phrase', () => {
  const isClose = (phrase: string, text: string, slop: number) => {
    for (let begin = -phrase.length; begin < text.length; begin++) {
      const hasAll = [...phrase].every((word, place) => {
        const from = Math.max(0, begin + place)
        return text.slice(from, Math.max(from, begin + place + slop + 1)).includes(word)
      })
      if (hasAll) return true
    }
    return false
  }
  for (const phrase of [1, 2, 3].flatMap((length) => texts('abc', length)))
    for (const text of texts('abcx', 5))
      for (const slop of [0, 1, 2, 4]) {
        const close = areCloseTogether([...phrase], [...text], slop)
        if (close !== isClose(phrase, text, slop)) throw new Error(`"${phrase}"~${slop} in ${text}: ${close}`)
      }
})

test('long phrases in repetitive texts are found quickly', () => {
  const words = new Array<string>(500_000).fill('a')
  const phrase = ['b', ...new Array<string>(30_000).fill('a')]
  const cpuBefore = process.threadCpuUsage()
  expect(compilePhraseSearch(phrase)(words, 0)).toBe(-1)
  expect(areCloseTogether(phrase, [...words, 'b', 'a'], 3)).toBe(false)
  expect(process.threadCpuUsage(cpuBefore).user).toBeLessThan(3_000_000)
})
