/** Functions on URLs. */
import type { RuleValue } from '@logyard/languages/rules/rule-values'
import { RuleUrl } from '@logyard/languages/rules/values/rule-url'
import { textOfValue } from '@logyard/languages/rules/values/text-of-value'
import { defineFunction, type PipelineParam } from '../evaluation/rule-run.ts'
import { type Charset, charsetOf } from './charset.ts'
import { anything, optional, text, textOf } from './params.ts'
import { checkCharacters } from './result-bounds.ts'
import { decodeForm, encodeForm } from './url-encoding.ts'

const toUrl = defineFunction({
  name: 'to_url',
  description:
    'Converts a text to a URL of http or https. Its properties are protocol, host, port, defaultPort, path, file, query, queryParams, fragment, ref, authority and userInfo.',
  example: { source: 'to_url("https://example.org/login?user=ada").queryParams', result: '{user: "ada"}' },
  params: [
    anything('url', 'The URL.'),
    optional(text('default', 'The URL for null and for what is not a URL. Null by default.')),
  ],
  returns: 'URL',
  call: ([value, byDefault]) => urlOf(value ?? null) ?? urlOf(byDefault ?? null) ?? null,
})

function urlOf(value: RuleValue): RuleUrl | undefined {
  if (value === null || value instanceof RuleUrl) return value ?? undefined
  return RuleUrl.parse(textOfValue(value))
}

const charset: PipelineParam<Charset> = optional({
  ...text('charset', 'The character set, such as "ISO-8859-1". "UTF-8" by default.'),
  preparedClass: 'java.nio.charset.Charset',
  prepare: (value) => charsetOf(textOf(value, 'charset')),
})

const UTF_8 = charsetOf('UTF-8')
const value = text('value', 'The text.')

const urlencode = defineFunction({
  name: 'urlencode',
  description: 'Encodes a text for a URL as forms do: a space becomes +.',
  example: { source: 'urlencode("a b&c")', result: '"a+b%26c"' },
  params: [value, charset],
  returns: 'String',
  call([text, set]) {
    if (text == null) return null
    const encoded = encodeForm(text, set ?? UTF_8)
    checkCharacters(encoded.length)
    return encoded
  },
})

const urldecode = defineFunction({
  name: 'urldecode',
  description:
    'Decodes a text of a URL as forms do: + becomes a space. The call fails if a % is without two hexadecimal digits.',
  example: { source: 'urldecode("a+b%26c")', result: '"a b&c"' },
  params: [value, charset],
  returns: 'String',
  call: ([text, set]) => (text == null ? null : decodeForm(text, set ?? UTF_8)),
})

export const urlFunctions = [toUrl, urldecode, urlencode]
