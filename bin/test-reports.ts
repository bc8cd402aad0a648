/** What the two test runners reported, for the last lines that `npm test` prints. */
import { readFileSync } from 'node:fs'
import { stripVTControlCharacters } from 'node:util'

export interface Failure {
  readonly title: string
  /** First lines of the runner's message. */
  readonly reason: string
}

export interface TestReport {
  readonly passed: number
  readonly failures: readonly Failure[]
}

/** If a step did not run or crashed before reporting, its exit status is reported. */
export function readReports(unitReports: readonly string[], browserReport: string): TestReport {
  const units = unitReports.map((path) => readUnitReport(readJson(path)))
  const reports = [...units, readBrowserReport(readJson(browserReport))]
  return {
    passed: reports.reduce((sum, { passed }) => sum + passed, 0),
    failures: reports.flatMap(({ failures }) => failures),
  }
}

function readUnitReport(report: unknown): TestReport {
  const failures = listAt(report, 'testResults').flatMap((file) => {
    const name = textAt(file, 'name')
    const failed = listAt(file, 'assertionResults').filter((test) => textAt(test, 'status') === 'failed')
    const found = failed.map((test) =>
      failure(`${name}: ${textAt(test, 'fullName')}`, listAt(test, 'failureMessages').join('\n')),
    )
    // A file that fails as a whole has no test that does.
    const isWhole = found.length === 0 && textAt(file, 'status') === 'failed'
    return isWhole ? [failure(name, textAt(file, 'message'))] : found
  })
  return { passed: numberAt(report, 'numPassedTests'), failures }
}

function readBrowserReport(report: unknown): TestReport {
  const specs = listAt(report, 'suites').flatMap(specsOf)
  const failures = specs.flatMap((spec) => {
    const results = listAt(spec, 'tests')
      .filter((test) => textAt(test, 'status') === 'unexpected')
      .flatMap((test) => listAt(test, 'results'))
    const errors = results.flatMap((result) => listAt(result, 'errors')).map((error) => textAt(error, 'message'))
    const title = `${textAt(spec, 'file')}: ${textAt(spec, 'title')}`
    return results.length === 0 ? [] : [failure(title, errors.join('\n'))]
  })
  return { passed: numberAt(at(report, 'stats'), 'expected'), failures }
}

const specsOf = (suite: unknown): readonly unknown[] => [
  ...listAt(suite, 'specs'),
  ...listAt(suite, 'suites').flatMap(specsOf),
]

const MAX_REASON_LINES = 20

const failure = (title: string, reason: string): Failure => ({
  title,
  reason: stripVTControlCharacters(reason)
    .split('\n')
    .filter((line) => !line.includes('/node_modules/'))
    .slice(0, MAX_REASON_LINES)
    .join('\n'),
})

function readJson(path: string): unknown {
  try {
    return JSON.parse(readFileSync(path, 'utf8'))
  } catch {
    return undefined
  }
}

const at = (value: unknown, key: string): unknown =>
  typeof value === 'object' && value !== null ? Object.entries(value).find(([name]) => name === key)?.[1] : undefined

function listAt(value: unknown, key: string): readonly unknown[] {
  const found = at(value, key)
  return Array.isArray(found) ? found : []
}

function textAt(value: unknown, key: string): string {
  const found = at(value, key)
  return typeof found === 'string' ? found : ''
}

function numberAt(value: unknown, key: string): number {
  const found = at(value, key)
  return typeof found === 'number' ? found : 0
}
