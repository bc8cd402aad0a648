import type { MarkedProblem } from '../../../ui/code-field/marked-problems.ts'

const PLACE = /\(line (\d+), column (\d+)\)/

/** Where the server's message says that a template fails; undefined if it names no place. */
export function problemPlace(template: string, message: string): MarkedProblem | undefined {
  const place = PLACE.exec(message)
  if (place === null) return undefined
  const lines = template.split('\n').slice(0, Number(place[1]))
  const last = lines.at(-1) ?? ''
  const lineStart = lines.slice(0, -1).reduce((sum, line) => sum + line.length + 1, 0)
  const from = lineStart + Math.min(last.length, Number(place[2]) - 1)
  const closing = template.slice(from, lineStart + last.length).search(/[}>]/)
  const to = closing < 0 ? lineStart + last.length : from + closing + 1
  return { severity: 'error', message, from, to }
}
