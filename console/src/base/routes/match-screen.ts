/** Which screen an address opens: paths of fixed words before those with parameters. */
import type { Screen } from './screen.ts'

export interface ScreenMatch {
  readonly screen: Screen
  /** The parameters in the path, decoded. */
  readonly params: Readonly<Record<string, string>>
}

const PARAMETER = /^\{(\w+)\}$/
const wordsOf = (path: string): readonly string[] => path.split('/').filter((word) => word !== '')

/** For a path below the base path; `undefined` if no screen has it. */
export function screenMatcher(screens: readonly Screen[]): (pathname: string) => ScreenMatch | undefined {
  const known = screens.map((screen) => ({ screen, words: wordsOf(screen.route.path) }))
  return (pathname) => {
    const words = wordsOf(pathname)
    const fitting = known.filter((one) => one.words.length === words.length && one.words.every(fits(words)))
    const [best] = fitting.toSorted((a, b) => compare(rankOf(a.words), rankOf(b.words)))
    return best && { screen: best.screen, params: paramsOf(best.words, words) }
  }
}

const fits = (words: readonly string[]) => (word: string, index: number) =>
  PARAMETER.test(word) || word.toLowerCase() === words[index]?.toLowerCase()

/** Order of paths that fit the same address: the one whose fixed words are earlier comes first. */
const rankOf = (words: readonly string[]) => words.map((word) => (PARAMETER.test(word) ? '1' : '0')).join('')
const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)

const paramsOf = (pattern: readonly string[], words: readonly string[]) =>
  Object.fromEntries(
    pattern.flatMap((word, index) => {
      const name = PARAMETER.exec(word)?.[1]
      return name === undefined ? [] : [[name, decoded(words[index] ?? '')]]
    }),
  )

/** A path that nobody made by hand is well formed; another one is shown as it is. */
function decoded(word: string): string {
  try {
    return decodeURIComponent(word)
  } catch {
    return word
  }
}
