import { isDefinite, parseJsonPath } from '@logyard/codecs/json-path/json-path'
import { type AdapterDeps, adapterType } from './adapter.ts'
import { onlyErrors } from './config-checks.ts'
import { fetchingInThread } from './fetching-in-thread.ts'
import { parseOptionalPath, urlOf } from './http/http-json-path-lookup.ts'
import { notWhitelisted } from './http/request-source.ts'

export const httpJsonPathAdapter = adapterType({
  type: 'httpjsonpath',
  configClass: 'org.graylog2.lookup.adapters.HTTPJSONPathDataAdapter$Config',
  defaultConfig: { type: 'httpjsonpath', single_value_jsonpath: '$.value', user_agent: 'Logyard Lookup' },
  secrets: ['headers'],
  async validate({ url, single_value_jsonpath, multi_value_jsonpath }, { urlWhitelist }) {
    return onlyErrors({
      url: await checkTemplate(url ?? '', urlWhitelist),
      single_value_jsonpath: checkSinglePath(single_value_jsonpath),
      multi_value_jsonpath: parseOptionalPath(multi_value_jsonpath) === 'invalid' ? ['Invalid JSONPath.'] : [],
    })
  },
  start: fetchingInThread,
})

async function checkTemplate(template: string, whitelist: AdapterDeps['urlWhitelist']): Promise<readonly string[]> {
  try {
    urlOf(template, 'key')
  } catch {
    return ['Invalid URL.']
  }
  return (await whitelist.isAllowed(template)) ? [] : [notWhitelisted(template)]
}

function checkSinglePath(text: string): readonly string[] {
  const path = parseJsonPath(text)
  if (path === undefined) return ['Invalid JSONPath.']
  return isDefinite(path) ? [] : ['JSONPath does not return a single value.']
}
