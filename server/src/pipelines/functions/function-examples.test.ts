import { compileRule } from '@logyard/languages/rules/compile-rule'
import { expect, test } from 'vitest'
import { ruleFunctions } from './rule-functions.ts'
import { showValue } from './testing/show-value.ts'
import { createTestRun, DEFAULT_STREAM, STREAMS, type TestMessage, type TestRun } from './testing/test-run.ts'

const functions = new Map(ruleFunctions.map((definition) => [definition.name, definition]))

function execute(statements: string): TestRun {
  const run = createTestRun()
  const compiled = compileRule(`rule "example" when true then ${statements} end`, { functions, tools: run.tools })
  if (!compiled.ok) throw new Error(compiled.errors.map(({ reason }) => reason).join('\n'))
  compiled.rule.execute(run)
  return run
}

const titleOf = (id: string) => STREAMS.find((stream) => stream.id === id)?.title

/** What statements did, as the documentation writes it. */
function changesOf({ message, created, lines, counters }: TestRun): string {
  const before = createTestRun().message.fields
  const fields = [...message.fields].filter(([name]) => !before.has(name))
  const changes = [
    ...fields.map(([name, value]) => `${name}: ${showValue(value)}`),
    ...message.streamIds.filter((id) => id !== DEFAULT_STREAM).map((id) => `stream ${titleOf(id)} added`),
    ...(message.isDropped ? ['message dropped'] : []),
    ...created.map(newMessage),
    ...lines.map((line) => `log: ${line}`),
    ...Array.from(counters, ([name, by]) => `counter ${name}: + ${by}`),
  ]
  return changes.length === 0 ? 'nothing' : changes.join('; ')
}

function newMessage(message: TestMessage): string {
  const streams = message.streamIds.filter((id) => id !== DEFAULT_STREAM).map((id) => `, stream ${titleOf(id)}`)
  return `new message: ${message.fields.get('message')}, source ${message.fields.get('source')}${streams.join('')}`
}

test.each(ruleFunctions)('the example of $name has the result that is documented', ({ name, example }) => {
  expect(example.source).toContain(`${name}(`)
  const { source, result } = example
  if (source.endsWith(';')) expect(changesOf(execute(source))).toBe(result)
  else expect(showValue(execute(`set_field("result", ${source});`).message.field('result'))).toBe(result)
})
