/** The steps of `npm test`: their commands, and which of them run side by side. */

import { SEVERAL_NODES } from '../server/src/testing/balanced-nodes.ts'
import type { Step } from './run-steps.ts'
import { TEST_SETTINGS } from './settings-for-tests.ts'

/** Short steps, which need no more than one core. */
export const checks: readonly Step[] = [
  { title: 'types', program: 'tsc', args: ['-p', '.'] },
  { title: 'types-console', program: 'tsc', args: ['-p', 'console'] },
  { title: 'types-e2e', program: 'tsc', args: ['-p', 'e2e'] },
  { title: 'lint', program: 'biome', args: ['ci', '--error-on-warnings', '--reporter=summary', '.'] },
  { title: 'imports', program: 'node', args: ['bin/check-imports.ts'] },
  { title: 'unused', program: 'knip', args: [] },
]

export interface ReportFiles {
  readonly unit: string
  readonly browser: string
  readonly postgresql: string
  readonly shards: string
}

/** One after the other: the tests open the console that is built first, and each of the two keeps two cores busy. */
export const testsReportingTo = ({ unit, browser }: Pick<ReportFiles, 'unit' | 'browser'>): readonly Step[] => [
  { title: 'console', program: 'node', args: ['bin/prepare-browser-tests.ts'] },
  unitTests(unit),
  browserTests(browser),
]

/** Tests of the server with the settings on PostgreSQL. */
const serverOnPostgres = (report: string): Step => ({
  ...unitTests(report, ['--project=node', 'server/src']),
  title: 'postgresql',
  env: { [TEST_SETTINGS]: 'postgresql' },
})

/** Each engine of these tests is a ClickHouse cluster of two servers. */
const searchesOnTwoShards = (report: string): Step => ({
  ...unitTests(report, ['--project=node', '--maxWorkers=2', 'server/src/search', 'server/src/store/index-sets']),
  title: 'shards',
  env: { LOGYARD_TEST_SHARDS: '2' },
})

/**
 * The main paths of the console, and every operation of the API, with three nodes behind a load balancer. Tests of global
 * inputs are left out: nodes on one machine cannot open the same port.
 */
const onThreeNodes: readonly Step[] = [
  {
    title: 'api-on-three-nodes',
    program: 'vitest',
    args: ['run', '--project=node', 'server/src/testing/catalogue', 'server/src/entities/all-kinds.test.ts'],
  },
  {
    title: 'console-on-three-nodes',
    program: 'node',
    args: [
      'bin/browser-tests.ts',
      '--workers=1',
      ...['sign-in', 'search', 'analyst-keeping', 'analyst-live', 'live-tail', 'dashboards', 'streams'],
      ...['content-packs', 'tokens'],
    ],
  },
].map((step) => ({ ...step, env: { [SEVERAL_NODES]: '3' } }))

/** The long series of crashes, fuzzing and attacks, then the tests of the server on other stores. */
export const soakReportingTo = (reports: ReportFiles): readonly Step[] => [
  ...testsReportingTo(reports).map((step) => ({ ...step, env: { ...step.env, SOAK: '1' } })),
  serverOnPostgres(reports.postgresql),
  searchesOnTwoShards(reports.shards),
  ...onThreeNodes,
]

/** The types, which are checked in seconds after the first time, beside the unit tests in the folders. */
export const areaLanes = (
  { unit }: Pick<ReportFiles, 'unit'>,
  folders: readonly string[],
): readonly (readonly Step[])[] => [
  checks.filter(({ title }) => title === 'types' || title === 'types-console'),
  [unitTests(unit, ['--passWithNoTests', ...folders])],
]

function unitTests(report: string, more: readonly string[] = []): Step {
  const args = ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${report}`, ...more]
  return { title: 'unit', program: 'vitest', args }
}

function browserTests(report: string): Step {
  return {
    title: 'browser',
    program: 'node',
    args: ['bin/browser-tests.ts', '--reporter=list,json'],
    env: { PLAYWRIGHT_JSON_OUTPUT_FILE: report },
  }
}
