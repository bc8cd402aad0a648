/**
 * The texts of toasts. `console/src/messages/toasts.txt` is the reviewed table of what each function of the console says
 * in toasts when an operation succeeds or fails. After a change, `TOASTS_WRITE=1` writes the file again: review its
 * difference before you commit it.
 */
import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { OperationSpec } from '@logyard/contract/http/operation'
import { allOperations } from '@logyard/contract/operations'
import { type Node, type Program, parseSync, type StaticImport, type TemplateLiteral, Visitor } from 'oxc-parser'
import { expect, test } from 'vitest'

const SOURCE = join(import.meta.dirname, '..', 'console', 'src')
const FILE = join(SOURCE, 'messages', 'toasts.txt')

const LEGEND = [
  '# Module, function [operations that it names] outcome: the texts of its toasts, in the order of the source.',
  '# Outcome "passed": another function shows the text. A key with `*` has a part that is known only at run time.',
  '# Below: the texts of such keys, and the operations that change something and whose failure has no text in a toast.',
]

type Outcome = 'done' | 'failed' | 'passed'

/** Texts in a member, variable or attribute of this name are in a toast. */
const VALUES = new Map<string, Outcome>([
  ['succeeded', 'done'],
  ['failed', 'failed'],
  ['onError', 'failed'],
  ['done', 'done'],
])

/** The ends of the keys of an action's toasts, whose beginning its member `texts` names. */
const ENDS = [
  { end: '.done', outcome: 'done' },
  { end: '.done.title', outcome: 'done' },
  { end: '.failed', outcome: 'failed' },
  { end: '.failed.title', outcome: 'failed' },
  { end: '.nothing', outcome: 'done' },
] as const

/** Texts in the arguments of this function are in a toast. */
const FUNCTIONS = new Map<string, Outcome>([
  ['notify.success', 'done'],
  ['notify.info', 'done'],
  ['notify.warning', 'failed'],
  ['notify.error', 'failed'],
  ['useFailureToast', 'failed'],
  ['useGoBackIfMissing', 'failed'],
  ['useLeaveIfMissing', 'failed'],
])

/** These only ask whether the user may call the operation: `may(updateInput)`, `useMay()(updateInput)`. */
const QUESTIONS = new Set(['may', 'useMay', 'useListCrumbs'])

/** A name or the key of a text, at this place of the source. */
interface Word {
  readonly word: string
  readonly start: number
  /** The outcome, if the key itself says it. */
  readonly outcome?: Outcome
}

/** A part of the source whose texts are in a toast. */
interface ToastSource {
  readonly outcome: Outcome
  readonly start: number
  readonly end: number
}

interface ConsoleFunction {
  readonly name: string
  readonly operations: ReadonlySet<OperationSpec>
  /** The keys of the texts. */
  readonly toasts: Readonly<Record<Outcome, readonly string[]>>
}

const texts: ReadonlyMap<string, string> = new Map(
  globSync(join(SOURCE, 'messages/en/*.json')).flatMap((file) =>
    Object.entries<string>(JSON.parse(readFileSync(file, 'utf8'))),
  ),
)

async function readFunctions(file: string): Promise<readonly ConsoleFunction[]> {
  const { program, module } = parseSync(file, readFileSync(join(SOURCE, file), 'utf8'))
  const { keys, names, sources } = readWords(program)
  const imported = await importedOperations(module.staticImports)
  const outcomeOf = ({ word, start, outcome }: Word): Outcome | undefined =>
    outcome ??
    sources.findLast((source) => source.start <= start && start < source.end)?.outcome ??
    (word.includes('.toast.') ? 'passed' : undefined)
  return program.body.map((statement) => {
    const within = (words: readonly Word[]) =>
      words.filter(({ start }) => statement.start <= start && start < statement.end)
    const keysOf = (outcome: Outcome) =>
      within(keys.filter((key) => outcomeOf(key) === outcome)).map(({ word }) => word)
    return {
      name: nameOf(statement),
      operations: new Set(within(names).flatMap(({ word }) => imported.get(word) ?? [])),
      toasts: { done: keysOf('done'), failed: keysOf('failed'), passed: keysOf('passed') },
    }
  })
}

function readWords(program: Program) {
  const keys: Word[] = []
  const names: Word[] = []
  const sources: ToastSource[] = []
  const withoutCalls: Node[] = []
  const addSource = (outcome: Outcome | undefined, { start, end }: Node) => {
    if (outcome !== undefined) sources.push({ outcome, start, end })
  }
  /** Parts of the source that name the beginning of the keys of an action's toasts. */
  const beginnings: Node[] = []
  const isBeginning = (start: number) => beginnings.some((node) => node.start <= start && start < node.end)
  const addKeys = (word: string, start: number) => {
    const found = isBeginning(start) ? ENDS.map(({ end, outcome }) => ({ word: word + end, start, outcome })) : []
    keys.push(...[{ word, start }, ...found].filter((key) => textsLike(key.word).length > 0))
  }
  /** Adds the title of the toast of a failed query, if it has one: the key of its text with `.title` behind. */
  const addTitle = (node: Node | undefined) => {
    if (node?.type === 'Literal') addKeys(`${node.value}.title`, node.start)
    if (node?.type === 'TemplateLiteral') addKeys(`${keyOf(node)}.title`, node.start)
  }
  new Visitor({
    Literal({ value, start }) {
      if (typeof value === 'string') addKeys(value, start)
    },
    TemplateLiteral: (template) => addKeys(keyOf(template), template.start),
    Identifier: ({ name, start }) => names.push({ word: name, start }),
    ImportDeclaration: (statement) => withoutCalls.push(statement),
    CallExpression(call) {
      addSource(FUNCTIONS.get(nameOf(call.callee)), call)
      if (QUESTIONS.has(nameOf(call.callee))) withoutCalls.push(call)
      if (nameOf(call.callee) === 'useFailureToast') addTitle(call.arguments[1])
    },
    Property({ key, value }) {
      addSource(VALUES.get(nameOf(key)), value)
      if (nameOf(key) === 'texts') beginnings.push(value)
      if (nameOf(key) === 'failed') addTitle(value)
    },
    VariableDeclarator: (variable) => addSource(VALUES.get(nameOf(variable.id)), variable),
    JSXAttribute: (attribute) => addSource(VALUES.get(nameOf(attribute.name)), attribute),
  }).visit(program)
  const isCalled = ({ start }: Word) => !withoutCalls.some((part) => part.start <= start && start < part.end)
  return { keys, names: names.filter(isCalled), sources }
}

const keyOf = ({ quasis }: TemplateLiteral): string => quasis.map(({ value }) => value.raw).join('*')

function nameOf(node: Node): string {
  if (node.type === 'Identifier' || node.type === 'JSXIdentifier') return node.name
  if (node.type === 'CallExpression') return nameOf(node.callee)
  if (node.type === 'MemberExpression') return `${nameOf(node.object)}.${nameOf(node.property)}`
  if (node.type === 'ExportNamedDeclaration' && node.declaration !== null) return nameOf(node.declaration)
  if (node.type === 'VariableDeclaration') return node.declarations.map(({ id }) => nameOf(id)).join()
  return node.type === 'FunctionDeclaration' && node.id !== null ? node.id.name : ''
}

/** The operations that a module imports, by their names there. */
async function importedOperations(imports: readonly StaticImport[]): Promise<ReadonlyMap<string, OperationSpec>> {
  const operations = new Map<string, OperationSpec>()
  for (const { moduleRequest, entries } of imports) {
    if (!moduleRequest.value.startsWith('@logyard/contract/')) continue
    const exported: object = await import(moduleRequest.value)
    for (const { importName, localName } of entries) {
      const operation = allOperations.find((one) => one === Reflect.get(exported, importName.name ?? ''))
      if (operation !== undefined) operations.set(localName.value, operation)
    }
  }
  return operations
}

/** The texts whose keys are like this one, in which `*` is any word. */
function textsLike(key: string): readonly string[] {
  const exact = texts.get(key)
  if (exact !== undefined) return [`${key}: ${exact}`]
  if (!/^\w+[.][\w.*]+$/.test(key)) return []
  const pattern = new RegExp(`^${key.split('*').map(RegExp.escape).join('\\w+')}$`)
  return [...texts].filter(([name]) => pattern.test(name)).map(([name, text]) => `${name}: ${text}`)
}

function linesOf(file: string, { name, operations, toasts }: ConsoleFunction): readonly string[] {
  const ids = [...operations].map(({ id }) => id).join(', ')
  return Object.entries(toasts)
    .filter(([, keys]) => keys.length > 0)
    .map(
      ([outcome, keys]) =>
        `${file} ${name} [${ids}] ${outcome}: ${keys.map((key) => texts.get(key) ?? key).join(' | ')}`,
    )
}

const operationsOf = (functions: readonly ConsoleFunction[]) => functions.flatMap(({ operations }) => [...operations])

test('toasts say what the reviewed table says', async () => {
  const files = globSync('**/*.{ts,tsx}', { cwd: SOURCE, exclude: (name) => name.includes('.test.') }).toSorted()
  const functions: ConsoleFunction[] = []
  const lines = [...LEGEND]
  for (const file of files) {
    const inFile = await readFunctions(file)
    functions.push(...inFile)
    lines.push(...inFile.flatMap((one) => linesOf(file, one)))
  }
  const keys = functions.flatMap(({ toasts }) => Object.values(toasts).flat())
  const withGaps = keys.filter((key) => !texts.has(key))
  lines.push(...new Set(withGaps.flatMap(textsLike).toSorted()))
  const told = new Set(operationsOf(functions.filter(({ toasts }) => toasts.failed.length > 0)))
  const untold = operationsOf(functions).filter((one) => one.method !== 'GET' && !told.has(one))
  lines.push(...new Set(untold.map(({ id }) => `${id}: no text about its failure`).toSorted()))

  if (process.env['TOASTS_WRITE'] === '1') writeFileSync(FILE, `${lines.join('\n')}\n`)
  const reviewed = readFileSync(FILE, 'utf8').trimEnd().split('\n')
  const added = lines.filter((line) => !reviewed.includes(line))
  const missing = reviewed.filter((line) => !lines.includes(line))
  expect({ added, missing }, 'toasts.txt is not what the source says').toEqual({ added: [], missing: [] })
})
