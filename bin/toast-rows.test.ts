/**
 * Each text that a toast says when an operation fails has a row in the tables of `e2e/fixtures/toasts`, which
 * `toasts.spec.ts` plays in the browser, or is named here with the reason why it has none.
 */
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync, Visitor } from 'oxc-parser'
import { expect, test } from 'vitest'

const ROOT = join(import.meta.dirname, '..')

/** By reason. A row is better, because nothing else compares these texts with the running console. */
const WITHOUT_ROW: Readonly<Record<string, readonly string[]>> = {
  'it is not a toast, or no call of the server fails': [
    'extractors.import.tooLarge',
    'grok.import.tooLarge',
    'lookup.values.import.tooLarge',
    'nodes.lifecycle.failed',
    'roles.users.last',
    'search.patterns.extract.noInput',
    'shell.start.gone',
    'widgets.export.failed',
  ],
  'a call for each of several selected entities; the call for a single one has a row': [
    'definitions.bulk.delete.failed',
    'definitions.bulk.failed',
    'definitions.bulk.schedule.failed',
    'definitions.bulk.unschedule.failed',
    'streams.bulk.delete.failed',
    'streams.bulk.pause.failed',
    'streams.bulk.start.failed',
    'users.bulk.disable.failed',
    'users.bulk.enable.failed',
  ],
  'it needs an alert, a job, a notice, a closed index, a failed message or a content pack, which takes longer to make than the rest of the table':
    [
      'alerts.change.failed',
      'alerts.comment.failed',
      'contentPacks.upgrade.failed',
      'eventNotifications.toast.clearFailed',
      'eventNotifications.toast.retryFailed',
      'failures.delete.failed',
      'failures.download.failed',
      'failures.replay.failed',
      'indexSets.toast.index.close.failed',
      'indexSets.toast.index.reopen.failed',
      'legacyAlerts.toast.historyFailed',
      'overview.jobs.cancelFailed',
      'overview.notifications.deleteFailed',
      'pipelines.toast.versionRestoreFailed',
      'unusual.forgetFailed',
    ],
  'a form of several steps; its other calls have rows': [
    'alerts.quietTimes.deleteFailed',
    'alerts.quietTimes.saveFailed',
    'authentication.provider.toast.activateFailed',
    'authentication.provider.toast.saveFailed',
    'authentication.toast.createFailed',
    'contentPacks.configuration.applyFailed',
    'contentPacks.configuration.planFailed',
    'contentPacks.wizard.leftOut',
    'contentPacks.wizard.resolveFailed',
    'extractors.toast.importedInPart',
    'inputs.toast.notRunning',
    'inputs.toast.stateUnknown',
    'pipelines.toast.ruleCreateFailed',
    'search.patterns.extract.failed',
    'sidecars.toast.tagFailed',
    'sidecars.toast.tokenFailed',
    'widgets.toDashboard.failed',
  ],
  'a download, like those of messages and of the audit log, which have rows': [
    'contentPacks.toast.downloadFailed',
    'dashboards.file.exportFailed',
  ],
  'the table of values of a lookup, which is a form of its own': [
    'lookup.toast.valueDeleteFailed',
    'lookup.toast.valueSaveFailed',
  ],
}

/** In place of an expression of a template, and of a parameter of a text. */
const GAP = '\0'

interface Literal {
  readonly text: string
  readonly at: number
}

/** The texts of a module, and the ranges of its code that show the failure of an operation in a toast. */
function readModule(file: string) {
  const literals: Literal[] = []
  const failures: { readonly start: number; readonly end: number }[] = []
  new Visitor({
    Literal({ value, start }) {
      if (typeof value === 'string') literals.push({ text: value, at: start })
    },
    TemplateLiteral({ quasis, start }) {
      literals.push({ text: quasis.map(({ value }) => value.cooked ?? value.raw).join(GAP), at: start })
    },
    CallExpression(call) {
      if (isFailureToast(call.callee)) failures.push(call)
    },
    Property({ key, value }) {
      if (key.type === 'Identifier' && key.name === 'failed') failures.push(value)
    },
  }).visit(parseSync(file, readFileSync(join(ROOT, file), 'utf8')).program)
  return { literals, failures }
}

interface Callee {
  readonly type: string
  readonly name?: unknown
  readonly object?: Callee
  readonly property?: Callee
}

function isFailureToast({ type, name, object, property }: Callee): boolean {
  if (type === 'Identifier') return name === 'useFailureToast'
  return object?.name === 'notify' && (property?.name === 'error' || property?.name === 'warning')
}

const modules = (pattern: string) =>
  globSync(pattern, { cwd: ROOT, exclude: (name) => name.includes('.test.') }).map(readModule)

function catalogue(): ReadonlyMap<string, string> {
  const files = globSync('console/src/messages/en/*.json', { cwd: ROOT })
  return new Map(files.flatMap((file) => Object.entries<string>(JSON.parse(readFileSync(join(ROOT, file), 'utf8')))))
}

const escaped = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')
/** Matches a text whose gaps are filled. */
const filled = (text: string, filling = '.+') => new RegExp(`^${text.split(GAP).map(escaped).join(filling)}$`, 's')

/** The keys of the texts in failure toasts; the key of a title only where the toast has no text of the catalogue. */
function toldKeys(texts: ReadonlyMap<string, string>): ReadonlySet<string> {
  const told = modules('console/src/**/*.{ts,tsx}').flatMap(({ literals, failures }) =>
    literals.filter(({ at }) => failures.some(({ start, end }) => start <= at && at < end)),
  )
  // The end of a key tells whether it is about a failure.
  const names = [...new Set(told.map(({ text }) => text))].filter((text) => text.includes('.') && !text.endsWith(GAP))
  const patterns = names.map((name) => filled(name, '\\w+'))
  const isTold = (key: string) =>
    /\.toast\..*(?:[fF]ailed|error|missing)$/.test(key) || patterns.some((one) => one.test(key))
  return new Set(
    [...texts.keys()]
      .filter(isTold)
      .map((key) => key.replace(/\.title$/, ''))
      .filter((key) => texts.has(key)),
  )
}

/** A text of the catalogue with gaps for its parameters, as a whole and as a row shortens it. */
function variantsOf(text: string): readonly string[] {
  let plain = text.replaceAll("''", "'")
  for (let longer = ''; longer !== plain; ) {
    longer = plain
    plain = plain.replaceAll(/\{[^{}]*\}/g, GAP)
  }
  return [plain, plain.replace(`failed with status: ${GAP}`, '…')]
}

/** Of rows with gaps; shorter ones match too much. */
const MIN_ROW_LENGTH = 12

function readRows(): readonly string[] {
  const literals = modules('e2e/fixtures/toasts/*.ts').flatMap((module) => module.literals.map(({ text }) => text))
  const texts = new Set(literals.map((text) => text.replaceAll('{reason}', GAP)))
  return [...texts].filter((text) => !text.includes(GAP) || text.replaceAll(GAP, '').length >= MIN_ROW_LENGTH)
}

test('each text of a toast about a failure has a row in the tables of toasts', () => {
  const texts = catalogue()
  const rows = readRows().map((text) => ({ text, pattern: filled(text) }))
  const isRow = (text: string) => {
    const pattern = filled(text)
    return rows.some((row) => pattern.test(row.text) || row.pattern.test(text))
  }
  const hasRow = (key: string) =>
    [key, `${key}.title`].some((name) => variantsOf(texts.get(name) ?? '').some((text) => text !== '' && isRow(text)))
  const missing = [...toldKeys(texts)].filter((key) => !hasRow(key)).toSorted()
  expect(missing).toEqual(Object.values(WITHOUT_ROW).flat().toSorted())
})
