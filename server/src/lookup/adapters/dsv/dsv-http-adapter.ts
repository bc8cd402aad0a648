import { createHash } from 'node:crypto'
import type { DsvHttpConfig } from '@logyard/contract/lookup/adapter-configs'
import { isHttp } from '../../../platform/outgoing/fetch-checked.ts'
import { emptyResult, singleResult } from '../../lookup-results.ts'
import type { SharedAnswers } from '../../shared-tables/shared-answers.ts'
import { type AdapterStart, adapterType, type SharingAdapter } from '../adapter.ts'
import { atLeast, notEmpty, oneCharacter, onlyErrors } from '../config-checks.ts'
import { createRequestSource, notWhitelisted, requireSuccess } from '../http/request-source.ts'
import { dsvTable } from './build-dsv-table.ts'

const MAX_DSV_BYTES = 64 * 2 ** 20
const REQUEST_LIMIT_MS = 60_000
const BUILD_LIMIT_MS = 60_000
const NOT_MODIFIED = 304

export const dsvHttpAdapter = adapterType({
  type: 'dsvhttp',
  configClass: 'org.graylog2.lookup.adapters.DSVHTTPDataAdapter$Config',
  defaultConfig: {
    type: 'dsvhttp',
    url: 'https://example.org/table.csv',
    separator: ',',
    line_separator: '\n',
    quotechar: '"',
    ignorechar: '#',
    key_column: 0,
    check_presence_only: false,
    value_column: 1,
    refresh_interval: 60,
    case_insensitive_lookup: false,
  },
  async validate(config, { urlWhitelist }) {
    const isValueMissing = config.check_presence_only !== true && columnOf(config.value_column) === undefined
    return onlyErrors({
      url: await checkUrl(config.url, urlWhitelist),
      separator: oneCharacter(config.separator),
      line_separator: oneCharacter(config.line_separator),
      quotechar: oneCharacter(config.quotechar),
      ignorechar: notEmpty(config.ignorechar),
      value_column: isValueMissing ? ['A value column is required unless only the presence of keys is checked'] : [],
      refresh_interval: atLeast(config.refresh_interval, 1),
    })
  },
  start: startDsvHttp,
})

function startDsvHttp(config: DsvHttpConfig, start: AdapterStart): SharingAdapter {
  const request = createRequestSource(start)
  let answers: SharedAnswers | undefined
  let validators: Readonly<Record<string, string>> = {}
  let digest = ''
  return {
    kind: 'sharing',
    answers: () => answers,
    refreshEveryMs: Math.max(1, config.refresh_interval) * 1000,
    async refresh(signal) {
      const url = parseUrl(config.url)
      if (url === undefined) throw new Error(unparsable(config.url))
      const headers = new Headers(validators)
      const answer = await request({ url, headers, limitMs: REQUEST_LIMIT_MS, maxBytes: MAX_DSV_BYTES, signal })
      if (answer.status === NOT_MODIFIED && answers !== undefined) return 'unchanged'
      requireSuccess(answer)
      const latest = createHash('sha256').update(answer.body).digest('hex')
      if (latest !== digest) answers = await build(config, answer.body, start, signal)
      const isChanged = latest !== digest
      digest = latest
      validators = validatorsOf(answer.headers)
      return isChanged ? 'changed' : 'unchanged'
    },
    async [Symbol.asyncDispose]() {
      // Requests end with the signal of their refresh.
    },
  }
}

async function build(
  config: DsvHttpConfig,
  bytes: Uint8Array,
  { builds }: Pick<AdapterStart, 'builds'>,
  signal: AbortSignal,
): Promise<SharedAnswers> {
  const isPresence = config.check_presence_only === true
  const keyColumn = columnOf(config.key_column) ?? 0
  const valueColumn = isPresence ? undefined : columnOf(config.value_column)
  if (!isPresence && valueColumn === undefined) throw new Error('The configuration has no value column')
  const { separator, line_separator: lineSeparator, quotechar: quote, ignorechar: ignored } = config
  if ([separator, lineSeparator, quote, ignored].includes(''))
    throw new Error('A separator or quote character is empty')
  const ignoresCase = config.case_insensitive_lookup === true
  const input = { bytes, separator, lineSeparator, quote, ignored, keyColumn, valueColumn, ignoresCase }
  const table = await builds.run(dsvTable, input, { userId: 'server', limitMs: BUILD_LIMIT_MS, signal })
  return {
    kind: 'table',
    table,
    keys: ignoresCase ? 'ignore-case' : 'exact',
    values: isPresence ? 'result' : 'text',
    absent: isPresence ? singleResult(false) : emptyResult(),
  }
}

function validatorsOf(headers: Headers): Readonly<Record<string, string>> {
  const modified = headers.get('last-modified')
  const tag = headers.get('etag')
  return {
    ...(modified === null ? {} : { 'if-modified-since': modified }),
    ...(tag === null ? {} : { 'if-none-match': tag }),
  }
}

/** Programs also send the position as a text. */
function columnOf(column: number | string | null | undefined): number | undefined {
  return column === null || column === undefined || column === '' ? undefined : Number(column)
}

const unparsable = (url: string) => `Unable to parse url: ${url}`

function parseUrl(text: string): URL | undefined {
  const url = URL.canParse(text) ? new URL(text) : undefined
  return url !== undefined && isHttp(url) ? url : undefined
}

async function checkUrl(text: string, whitelist: AdapterStart['urlWhitelist']): Promise<readonly string[]> {
  if (parseUrl(text) === undefined) return [unparsable(text)]
  return (await whitelist.isAllowed(text)) ? [] : [notWhitelisted(text)]
}
