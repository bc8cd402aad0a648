/** The figure of a window that slides over slices: at one end slices come in, at the other they leave. */

export interface SlidingFigure {
  /** The slice at this place comes in. Slices come in and leave in the same order. */
  add(place: number): void
  /** The oldest slice leaves. */
  drop(): void
  /** NaN if there are no values. */
  figure(): number
}

export interface Merging {
  /** Merges two neighbouring parts of a window, the earlier one first. */
  merge(a: readonly number[], b: readonly number[]): readonly number[]
  figureOf(columns: readonly number[]): number
  /** Without slices; NaN if missing. */
  readonly empty?: number
}

/**
 * Two stacks: on `older` each entry has everything from itself to the newest entry of the stack; `newer` is merged in one
 * value. Nothing is subtracted, so figures do not lose digits, and those that cannot be subtracted slide as well.
 */
export function createMergedFigure(columns: readonly (readonly number[])[], merging: Merging): SlidingFigure {
  const { merge, figureOf, empty = Number.NaN } = merging
  const older: (readonly number[])[] = []
  const newer: (readonly number[])[] = []
  let mergedNewer: readonly number[] | undefined
  const join = (a: readonly number[] | undefined, b: readonly number[] | undefined) =>
    a === undefined ? b : b === undefined ? a : merge(a, b)

  function turnOver(): void {
    let merged: readonly number[] | undefined
    for (let slice = newer.pop(); slice !== undefined; slice = newer.pop()) {
      merged = merged === undefined ? slice : merge(slice, merged)
      older.push(merged)
    }
    mergedNewer = undefined
  }

  return {
    add(place) {
      const slice = columns.map((values) => values[place] ?? Number.NaN)
      newer.push(slice)
      mergedNewer = join(mergedNewer, slice)
    },
    drop() {
      if (older.length === 0) turnOver()
      older.pop()
    },
    figure() {
      const all = join(older.at(-1), mergedNewer)
      return all === undefined ? empty : figureOf(all)
    },
  }
}

/** How many different values the slices have. */
export function createDistinctCount(lists: readonly (readonly unknown[])[]): SlidingFigure {
  const times = new Map<unknown, number>()
  const inside: (readonly unknown[])[] = []
  let oldest = 0
  return {
    add(place) {
      const list = lists[place] ?? []
      inside.push(list)
      for (const value of list) times.set(value, (times.get(value) ?? 0) + 1)
    },
    drop() {
      for (const value of inside[oldest] ?? []) {
        const left = (times.get(value) ?? 0) - 1
        if (left <= 0) times.delete(value)
        else times.set(value, left)
      }
      oldest += 1
    },
    figure: () => times.size,
  }
}
