import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { foldersOfArea } from './areas.ts'
import { untilInterrupted } from './interrupts.ts'
import { runSteps, type Step } from './run-steps.ts'
import { readReports } from './test-reports.ts'
import { areaLanes, checks, type ReportFiles, soakReportingTo, testsReportingTo } from './test-steps.ts'

/** Runs everything that a change must pass, or the one step that the first argument names, or the tests of an area. */
export async function runTests(root: string, [chosen, ...extra]: readonly string[]): Promise<void> {
  await withReports(async (reports) => {
    const tests = testsReportingTo(reports)
    if (chosen === undefined) return await runAndTell(root, [checks, tests], reports)
    if (chosen === 'area') {
      const [name = ''] = extra
      return await runAndTell(root, areaLanes(reports, foldersOfArea(root, name)), reports)
    }
    await runAndTell(root, [[stepOf([...checks, ...tests], chosen, extra)]], reports)
  })
}

/**
 * Runs all steps of the soak, or the one that the first argument names: the unit and browser tests with the long series
 * (crashes, fuzzing, and every attack), the tests of the server with the settings on PostgreSQL, searches on two shards, and
 * what users and API clients do with several nodes behind a load balancer.
 */
export async function runSoak(root: string, [chosen, ...extra]: readonly string[]): Promise<void> {
  await withReports(async (reports) => {
    const steps = soakReportingTo(reports)
    await runAndTell(root, [chosen === undefined ? steps : [stepOf(steps, chosen, extra)]], reports)
  })
}

function stepOf(steps: readonly Step[], chosen: string, extra: readonly string[]): Step {
  const step = steps.find(({ title }) => title === chosen)
  if (step === undefined) throw new Error(`There is no such step: ${steps.map(({ title }) => title).join(', ')}`)
  return { ...step, args: [...step.args, ...extra] }
}

/** Writes to a folder of this run, so that runs side by side do not overwrite each other's reports. */
async function withReports(run: (reports: ReportFiles) => Promise<void>): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'logyard-reports-'))
  try {
    const fileOf = (name: string) => join(folder, `${name}.json`)
    const unit = { unit: fileOf('unit'), postgresql: fileOf('postgresql'), shards: fileOf('shards') }
    await run({ ...unit, browser: fileOf('browser') })
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

async function runAndTell(root: string, lanes: readonly (readonly Step[])[], reports: ReportFiles): Promise<void> {
  const interrupted = untilInterrupted()
  const failed = await runSteps(root, lanes, interrupted)
  if (interrupted.aborted) {
    console.log('\nInterrupted: every process of the tests has ended.')
    process.exitCode = 130
    return
  }
  const { passed, failures } = readReports([reports.unit, reports.postgresql, reports.shards], reports.browser)
  console.log(failed.length === 0 ? '\nEvery step passed.' : `\nFailed: ${failed.join(', ')}`)
  for (const { title, reason } of failures) console.log(`- ${title}\n${reason.replace(/^/gm, '    ')}`)
  console.log(`tests: ${passed} passed, ${failures.length} failed`)
  if (failed.length > 0) process.exitCode = 1
}
