import type { QueryProblem } from '@logyard/languages/query/editor/query-problem'

/** Explains a problem, and says how to solve it if it has no fix. */
export function problemSentence(problem: QueryProblem): string {
  switch (problem.code) {
    case 'unknown-field':
      return problem.similar === undefined
        ? `Unknown field "${problem.field}"`
        : `Unknown field "${problem.field}". Did you mean ${problem.similar}?`
    case 'value-does-not-fit':
      return `"${problem.value}" finds nothing: ${problem.field} holds ${kindOf(problem.type)}`
    case 'unit-does-not-fit':
      return `${problem.field} holds numbers without a known unit, so "${problem.value}" finds nothing`
    case 'unit-read':
      return `${problem.value} is read as ${problem.number}, in the unit of ${problem.field}`
    case 'level-comparison':
      return problem.least === problem.most
        ? `Level ${problem.most}`
        : `Levels from ${problem.most} to ${problem.least}`
    case 'pattern-does-not-fit':
      return `Wildcards do not work on ${kindOf(problem.type)}${problem.fix ? `. Use ${problem.fix.insert}` : ''}`
    case 'lower-case-operator':
      return `"${problem.word}" is searched as a word. Use ${problem.word.toUpperCase()}`
    case 'undeclared-parameter':
      return `Parameter ${problem.name} is not declared, so it is searched as text`
    case 'anchor-in-regex':
      return `${problem.sign} is an ordinary character here. Patterns always match the whole value`
    case 'comparison-as-text':
      return `"${problem.written}" is searched as text`
    case 'path-as-regex':
      return `${problem.regex} is read as a regular expression`
    case 'regex-as-text':
      return 'Searched as text. A regular expression needs a closing /'
    default:
      throw problem satisfies never
  }
}

function kindOf(type: string): string {
  if (type === 'boolean') return 'true or false'
  return type === 'date' ? 'dates' : 'numbers'
}
