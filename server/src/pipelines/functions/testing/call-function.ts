/** Calls a function of rules without a rule: the checker of rules lets no wrong types through. */
import type { RuleValue } from '@logyard/languages/rules/rule-values'
import type { RuleRun } from '../../evaluation/rule-run.ts'
import { ruleFunctions } from '../rule-functions.ts'

/** Undefined leaves an argument out. */
export function callFunction(name: string, args: readonly (RuleValue | undefined)[], run: RuleRun): RuleValue {
  const definition = ruleFunctions.find((each) => each.name === name)
  if (definition === undefined) throw new Error(`No function ${name}`)
  const prepared = definition.params.map((param, at) => {
    const value = args[at]
    return value == null ? value : param.prepare(value, run.tools)
  })
  return definition.call(prepared, run)
}
