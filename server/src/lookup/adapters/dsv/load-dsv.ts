/** Requests a text with separated values, and builds its table: the loads of the adapter `dsvhttp`. */
import { createHash } from 'node:crypto'
import type { DsvHttpConfig } from '@logyard/contract/lookup/adapter-configs'
import { emptyResult, singleResult } from '../../lookup-results.ts'
import type { SharedAnswers } from '../../shared-tables/shared-answers.ts'
import { type RequestSource, requireSuccess } from '../http/request-source.ts'
import type { ListLoad, ListVersion } from '../list-thread.ts'
import { buildDsvTable } from './build-dsv-table.ts'
import { columnOf, parseUrl, unparsable } from './dsv-config.ts'

const MAX_DSV_BYTES = 64 * 2 ** 20
const REQUEST_LIMIT_MS = 60_000
const NOT_MODIFIED = 304

export async function loadDsv(
  config: DsvHttpConfig,
  request: RequestSource,
  known: ListVersion | undefined,
  signal: AbortSignal,
): Promise<ListLoad> {
  const url = parseUrl(config.url)
  if (url === undefined) throw new Error(unparsable(config.url))
  const headers = new Headers(known?.validators)
  const answer = await request({ url, headers, limitMs: REQUEST_LIMIT_MS, maxBytes: MAX_DSV_BYTES, signal })
  if (answer.status === NOT_MODIFIED && known !== undefined) return { answers: undefined, version: known }
  requireSuccess(answer)
  const digest = createHash('sha256').update(answer.body).digest('hex')
  const answers = digest === known?.digest ? undefined : await build(config, answer.body, signal)
  return { answers, version: { digest, validators: validatorsOf(answer.headers) } }
}

async function build(config: DsvHttpConfig, bytes: Buffer, signal: AbortSignal): Promise<SharedAnswers> {
  const isPresence = config.check_presence_only === true
  const keyColumn = columnOf(config.key_column) ?? 0
  const valueColumn = isPresence ? undefined : columnOf(config.value_column)
  if (!isPresence && valueColumn === undefined) throw new Error('The configuration has no value column')
  const { separator, line_separator: lineSeparator, quotechar: quote, ignorechar: ignored } = config
  if ([separator, lineSeparator, quote, ignored].includes(''))
    throw new Error('A separator or quote character is empty')
  const ignoresCase = config.case_insensitive_lookup === true
  const input = { bytes, separator, lineSeparator, quote, ignored, keyColumn, valueColumn, ignoresCase }
  return {
    kind: 'table',
    table: await buildDsvTable(input, signal),
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
