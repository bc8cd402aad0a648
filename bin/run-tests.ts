import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { foldersOfArea } from './areas.ts'
import { untilInterrupted } from './interrupts.ts'
import { runSteps, type Step } from './run-steps.ts'
import { type Failure, readReports } from './test-reports.ts'
import { areaLanes, checks, type ReportFiles, secondTry, secondTryOf, testsReportingTo } from './test-steps.ts'

/** Runs everything that a change must pass, or the one step that the first argument names, or the tests of an area. */
export async function runTests(root: string, [chosen, ...extra]: readonly string[]): Promise<void> {
  await withReports(async (reports) => {
    const tests = testsReportingTo(reports)
    if (chosen === undefined) return await runAndTell(root, [checks, tests], reports, 'second try')
    if (chosen === 'area') {
      const [name = ''] = extra
      return await runAndTell(root, areaLanes(reports, foldersOfArea(root, name)), reports)
    }
    const steps = [...checks, ...tests]
    const step = steps.find(({ title }) => title === chosen)
    if (step === undefined) throw new Error(`There is no such step: ${steps.map(({ title }) => title).join(', ')}`)
    await runAndTell(root, [[{ ...step, args: [...step.args, ...extra] }]], reports)
  })
}

/** Runs the unit and browser tests with the long series: crashes, fuzzing, and every attack. */
export async function runSoak(root: string): Promise<void> {
  await withReports(async (reports) => {
    const tests = testsReportingTo(reports).map((step) => ({ ...step, env: { ...step.env, SOAK: '1' } }))
    await runAndTell(root, [tests], reports)
  })
}

/** In a folder of this run, so that runs side by side do not overwrite each other's reports. */
async function withReports(run: (reports: ReportFiles) => Promise<void>): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'logyard-reports-'))
  try {
    await run({ unit: join(folder, 'unit.json'), browser: join(folder, 'browser.json') })
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

async function runAndTell(
  root: string,
  lanes: readonly (readonly Step[])[],
  reports: ReportFiles,
  onFailure?: 'second try',
): Promise<void> {
  const interrupted = untilInterrupted()
  const failed = await runSteps(root, lanes, interrupted)
  const { passed, failures } = readReports(reports.unit, reports.browser)
  const secondTries = onFailure === undefined ? [] : secondTryOf(failures, reports)
  const stillFailed = secondTries.length === 0 ? [] : await runSteps(root, [secondTries], interrupted)
  if (interrupted.aborted) {
    console.log('\nInterrupted: every process of the tests has ended.')
    process.exitCode = 130
    return
  }
  const passedLater = secondTries.map(({ title }) => title).filter((title) => !stillFailed.includes(title))
  const isPassedLater = (step: string) => passedLater.includes(secondTry(step))
  const lasting = failed.filter((step) => !isPassedLater(step))
  console.log(lasting.length === 0 ? '\nEvery step passed.' : `\nFailed: ${lasting.join(', ')}`)
  const accidents = failures.filter(({ runner }) => isPassedLater(runner))
  const faults = failures.filter(({ runner }) => !isPassedLater(runner))
  if (accidents.length > 0) console.log('\nPassed only at the second try:')
  tell(accidents)
  if (accidents.length > 0 && faults.length > 0) console.log('\nFailed:')
  tell(faults)
  console.log(`tests: ${passed + accidents.length} passed, ${faults.length} failed`)
  if (lasting.length > 0) process.exitCode = 1
}

function tell(failures: readonly Failure[]): void {
  for (const { title, reason } of failures) console.log(`- ${title}\n${reason.replace(/^/gm, '    ')}`)
}
