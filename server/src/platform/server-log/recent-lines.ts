import { shortenLine } from './shorten-line.ts'

const MAX_LINES = 500
const MAX_CHARACTERS = 1024 * 1024

/** The last lines of the log, as they were written. The oldest go when there are too many, or too large ones. */
export function createRecentLines() {
  const lines: string[] = []
  let characters = 0
  return {
    add(line: string) {
      const bounded = shortenLine(line)
      lines.push(bounded)
      characters += bounded.length
      while (lines.length > MAX_LINES || characters > MAX_CHARACTERS) characters -= lines.shift()?.length ?? 0
    },
    /** The newest lines first. */
    newest: (limit: number) => (limit === 0 ? [] : lines.slice(-limit).reverse()),
  }
}
