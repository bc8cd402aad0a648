/** Cuts the lists of an answer at their ends until it fits into the memory of an agent. */

export const MAX_ANSWER_CHARACTERS = 60_000
/** The share of a list that stays when it is cut once. */
const KEPT = 0.7

export interface FittedAnswer {
  readonly data: Readonly<Record<string, unknown>>
  /** How many items of each list were left out, by its name. */
  readonly leftOut: Readonly<Record<string, number>>
}

export function fitAnswer(data: Readonly<Record<string, unknown>>, maxCharacters: number): FittedAnswer {
  const fitted = { ...data }
  const leftOut: Record<string, number> = {}
  while (JSON.stringify(fitted).length > maxCharacters) {
    const [name, list] = longestList(fitted)
    if (list.length === 0) return { data: {}, leftOut }
    fitted[name] = list.slice(0, Math.floor(list.length * KEPT))
    leftOut[name] = (data[name] as unknown[]).length - (fitted[name] as unknown[]).length
  }
  return { data: fitted, leftOut }
}

export const rowsOf = (data: Readonly<Record<string, unknown>>): number =>
  Object.values(data).reduce<number>((sum, value) => sum + (Array.isArray(value) ? value.length : 0), 0)

function longestList(data: Readonly<Record<string, unknown>>): readonly [string, readonly unknown[]] {
  const lists = Object.entries(data).filter((entry): entry is [string, unknown[]] => Array.isArray(entry[1]))
  const sized = lists.map(([name, list]) => ({ name, list, size: JSON.stringify(list).length }))
  const [first] = sized.filter(({ list }) => list.length > 0).toSorted((one, other) => other.size - one.size)
  return first === undefined ? ['', []] : [first.name, first.list]
}
