/** Comparisons as other languages write them: `service=cart`, `took_ms > 100`, `level != 3`. Here they are words. */
import { queryParser } from '../grammar/query-parser.ts'
import { isKnownField, type KnownToQuery, type QueryProblem } from './query-problem.ts'

const COMPARISON =
  /([^\s"()[\]{}=<>!:~^\\]{1,200})\s{0,5}(==|!=|<=|>=|=<|=>|=|<|>)\s{0,5}("(?:[^"\\]|\\.){0,500}"|[^\s"()[\]{}=<>][^\s"()[\]{}]{0,500})/y
const OPERATOR = /^(?:AND|OR|NOT|&&|\|\|)$/
const MAX_PROBLEMS = 20

/** Only with the name of a known field before the sign: `a=b` can be a word of a message, too. */
export function comparisonProblems(text: string, known: KnownToQuery): readonly QueryProblem[] {
  const problems: QueryProblem[] = []
  queryParser.parse(text).iterate({
    enter({ name, from, node }) {
      const isWord = name === 'Word' && node.parent?.name !== 'Field' && node.prevSibling?.name !== 'Field'
      if (!isWord || problems.length >= MAX_PROBLEMS || from < (problems.at(-1)?.to ?? 0)) return
      COMPARISON.lastIndex = from
      const [written, field = '', sign = '', value = ''] = COMPARISON.exec(text) ?? []
      if (written === undefined || OPERATOR.test(value) || !isKnownField(field, known)) return
      const to = from + written.length
      problems.push({
        code: 'comparison-as-text',
        written,
        from,
        to,
        fix: { from, to, insert: asQuery(field, sign, value) },
      })
    },
  })
  return problems
}

function asQuery(field: string, sign: string, value: string): string {
  switch (sign) {
    case '=':
    case '==':
      return `${field}:${value}`
    case '!=':
      return `NOT ${field}:${value}`
    case '=<':
      return `${field}:<=${value}`
    case '=>':
      return `${field}:>=${value}`
    default:
      return `${field}:${sign}${value}`
  }
}
