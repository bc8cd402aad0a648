/** Bounds the stack and the time that parsing takes. */
const MAX_NESTED_BRACKETS = 100

// Texts, names and comments that are not closed reach to the end, so that the time is linear in the source.
const PARTS =
  /"(?:[^"\\]|\\[\s\S])*(?:"|\\?$)|'(?:[^'\\]|\\[\s\S])*(?:'|\\?$)|`[^`]*(?:`|$)|\/\*[\s\S]*?(?:\*\/|$)|\/\/[^\r\n]*|[[({\])}]/g

/** The offset of the first bracket that is nested too deeply for the parser, or -1. */
export function tooDeepBracket(source: string): number {
  let depth = 0
  for (const { 0: part, index } of source.matchAll(PARTS)) {
    if (part === '(' || part === '[' || part === '{') depth++
    else if (part === ')' || part === ']' || part === '}') depth = Math.max(0, depth - 1)
    if (depth > MAX_NESTED_BRACKETS) return index
  }
  return -1
}
