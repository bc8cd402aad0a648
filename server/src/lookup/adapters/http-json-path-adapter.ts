import { isDefinite, parseJsonPath } from '@logyard/codecs/json-path/json-path'
import { type AdapterDeps, adapterType } from './adapter.ts'
import { onlyErrors } from './config-checks.ts'
import { fetchingInThread } from './fetching-in-thread.ts'
import { WHITELIST_TEXT } from './form-fields.ts'
import { parseOptionalPath, urlOf } from './http/http-json-path-lookup.ts'
import { notWhitelisted } from './http/request-source.ts'

// biome-ignore lint/suspicious/noTemplateCurlyInString: the text that users write into the URL
const KEY_VARIABLE = '${key}'

export const httpJsonPathAdapter = adapterType({
  type: 'httpjsonpath',
  configClass: 'org.graylog2.lookup.adapters.HTTPJSONPathDataAdapter$Config',
  defaultConfig: { type: 'httpjsonpath', single_value_jsonpath: '$.value', user_agent: 'Logyard Lookup' },
  form: {
    title: 'HTTP JSONPath',
    docs: [
      'Requests a URL for each key and takes values from the JSON answer. Use a cache to limit the number of requests.',
      'The path of the single value must lead to one text, number or boolean. The optional path of the multi value may lead to an object or a list.',
      WHITELIST_TEXT,
    ],
    example: 'GET https://example.org/users/ada\n\n{"user": {"name": "Ada", "team": "web"}}\n\n$.user.name  ->  Ada',
    fields: [
      {
        kind: 'url',
        name: 'url',
        label: 'Lookup URL',
        help: `${KEY_VARIABLE} is replaced by the key.`,
        variable: KEY_VARIABLE,
      },
      { kind: 'text', name: 'single_value_jsonpath', label: 'Single value JSONPath' },
      { kind: 'text', name: 'multi_value_jsonpath', label: 'Multi value JSONPath', is_optional: true },
      { kind: 'text', name: 'user_agent', label: 'HTTP user agent' },
      { kind: 'headers', name: 'headers', label: 'HTTP headers' },
    ],
  },
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
