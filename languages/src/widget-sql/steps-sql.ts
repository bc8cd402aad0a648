/** The steps of a query as SQL over the relation of user SQL. */
import { compileSteps } from '../query-steps/check-steps.ts'
import { parseSteps } from '../query-steps/parse-steps.ts'
import type { StepEnvironment } from '../query-steps/step-scope.ts'
import type { StepProgram } from '../query-steps/step-tree.ts'
import { compileUserProgram } from '../query-steps-sql/compile-steps.ts'
import { freeName } from './sql-names.ts'
import type { SqlNote, WidgetSql } from './widget-sql.ts'

/** `sql` is empty if there is none; the notes say why. */
export function stepsSql(steps: string, environment: StepEnvironment): WidgetSql {
  const syntax = parseSteps(steps, 0).steps
  const notes: SqlNote[] = []
  if (syntax.some((step) => step.kind === 'join')) notes.push('join')
  // The definitions of its patterns are known to the server only.
  if (environment.grok === undefined && syntax.some((step) => step.kind === 'pattern' && step.form === 'grok'))
    notes.push('grok')
  const checked = compileSteps(steps, 0, environment)
  if (!checked.ok) return { sql: '', notes: [...notes, 'wrong'] }
  const { program } = checked
  if (program.base.some(({ field, type }) => type === 'text' && environment.fieldType(field) === 'number'))
    notes.push('raw')
  if (notes.length > 0) return { sql: '', notes }
  if (/\bnow\s*\(/i.test(steps)) notes.push('now')
  return { sql: compileUserProgram(program, namesOf(program)).text, notes }
}

/** Names that a statement can have. */
function namesOf({ columns }: StepProgram): readonly string[] {
  const taken = new Set<string>()
  return columns.map(({ name }) => freeName(name, taken).replaceAll('"', ''))
}
