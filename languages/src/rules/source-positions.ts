import type { RulePosition } from './parse-error.ts'

/** Finds the line and the position in it of a place in the source. Takes time in the number of lines once. */
export function sourcePositions(source: string): (offset: number) => RulePosition {
  const starts = [0]
  for (let at = source.indexOf('\n'); at >= 0; at = source.indexOf('\n', at + 1)) starts.push(at + 1)
  return (offset) => {
    let low = 0
    let high = starts.length - 1
    while (low < high) {
      const middle = Math.ceil((low + high) / 2)
      if ((starts[middle] ?? 0) <= offset) low = middle
      else high = middle - 1
    }
    return { line: low + 1, position_in_line: offset - (starts[low] ?? 0) }
  }
}
