/** What a function may return: a rule must not fill the memory. */
import { MAX_RESULT_CHARACTERS, resultTooLong } from '../../extractors/extraction/extraction.ts'

/** Items of a list, entries of a map. */
export const MAX_ITEMS = 10_000

export const tooManyItems = (): Error => new Error(`The result has more than ${MAX_ITEMS} items`)

export { MAX_RESULT_CHARACTERS }

/** Throws if there are too many. */
export function checkCharacters(characters: number): void {
  if (characters > MAX_RESULT_CHARACTERS) throw resultTooLong()
}
