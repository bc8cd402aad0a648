/** Slashes that are read otherwise than meant: paths as regular expressions, and expressions without their end as text. */
import { queryParser } from '../grammar/query-parser.ts'
import type { Leaf } from '../leaf.ts'
import type { Span } from '../query-tree.ts'
import type { QueryProblem } from './query-problem.ts'

const PART_OF_WORD = /[^\s()[\]{}":+\-!^~]/
const BEHIND_WORD = /[^\s()[\]{}"^~]/
const MAX_WORD = 1000

/** A regular expression with a word directly before or behind it, as in `/api/users` and `10.0.0.0/8 OR 10.1.0.0/16`. */
export function pathProblems(text: string, leaf: Leaf): readonly QueryProblem[] {
  if (leaf.kind !== 'regex') return []
  const from = leaf.span.to - leaf.pattern.length - 2
  const { to } = leaf.span
  const isAlone = !PART_OF_WORD.test(text[from - 1] ?? '') && !BEHIND_WORD.test(text[to] ?? '')
  if (isAlone) return []
  const regex = text.slice(from, to)
  if (/\s/.test(regex)) {
    const insert = `\\/${leaf.pattern}\\/`
    return [{ code: 'path-as-regex', regex, from, to, fix: { from, to, insert } }]
  }
  const word = wordAround(text, { from, to })
  const written = text.slice(word.from, word.to)
  const insert = /[*?]/.test(written) ? written.replaceAll(/\\.|\//gs, escapeSlash) : `"${written}"`
  return [{ code: 'path-as-regex', regex, ...word, fix: { ...word, insert } }]
}

const escapeSlash = (written: string): string => (written === '/' ? '\\/' : written)

function wordAround(text: string, { from, to }: Span): Span {
  let start = from
  while (start > Math.max(0, from - MAX_WORD) && PART_OF_WORD.test(text[start - 1] ?? '')) start--
  let end = to
  while (end < Math.min(text.length, to + MAX_WORD) && BEHIND_WORD.test(text[end] ?? '')) end++
  return { from: start, to: end }
}

/** `/time.*out` without its closing slash. */
export function unclosedRegexes(text: string): readonly QueryProblem[] {
  const problems: QueryProblem[] = []
  queryParser.parse(text).iterate({
    enter({ name, from, to }) {
      if (name !== 'SlashWord' && name !== 'SlashPattern') return
      if (PART_OF_WORD.test(text[from - 1] ?? '') || !/\.[*+?]|\\[dws]|\|/.test(text.slice(from, to))) return
      problems.push({ code: 'regex-as-text', from, to, fix: { from: to, to, insert: '/' } })
    },
  })
  return problems
}
