/** The URL whitelist: the addresses that the server may request on behalf of users. */
import { type Static, Type } from 'typebox'
import { MAX_LIST } from '../http/bounds.ts'
import { BeanValidationErrors, refusedBody } from '../http/envelope.ts'
import { holds, NoBody, operation, READS_ONLY, signedIn } from '../http/operation.ts'
import { primitiveBoolean } from '../http/primitive.ts'

export const URL_WHITELIST_KEY = 'org.graylog2.system.urlwhitelist.UrlWhitelist'

/** Characters of a URL or of a regular expression for URLs. */
export const MAX_URL = 4096
const MAX_TITLE = 500
const MAX_ID = 200

export const UrlWhitelistEntry = Type.Object(
  {
    id: Type.String({ minLength: 1, maxLength: MAX_ID, description: 'Chosen by the client; unique in the whitelist' }),
    type: Type.Union([Type.Literal('literal'), Type.Literal('regex')]),
    title: Type.String({ minLength: 1, maxLength: MAX_TITLE }),
    value: Type.String({
      minLength: 1,
      maxLength: MAX_URL,
      description: 'The whole URL, or a regular expression in Java syntax that is found anywhere in the URL',
    }),
  },
  { title: 'UrlWhitelistEntry', additionalProperties: false },
)
export type UrlWhitelistEntry = Static<typeof UrlWhitelistEntry>

export const UrlWhitelist = Type.Object(
  {
    entries: Type.Array(UrlWhitelistEntry, { maxItems: MAX_LIST }),
    disabled: primitiveBoolean({ description: 'A disabled whitelist allows all URLs' }),
  },
  { title: 'UrlWhitelist', additionalProperties: false },
)
export type UrlWhitelist = Static<typeof UrlWhitelist>

const url = Type.String({ minLength: 1, maxLength: MAX_URL })

const UrlCheckRequest = Type.Object({ url }, { title: 'UrlCheckRequest', additionalProperties: false })
export const UrlCheck = Type.Object({ url: Type.String(), is_whitelisted: Type.Boolean() }, { title: 'UrlCheck' })

const UrlRegexRequest = Type.Object(
  {
    url_template: url,
    placeholder: Type.Optional(
      Type.Union([Type.String({ maxLength: MAX_URL }), Type.Null()], {
        description: 'The text in place of the changing parts of the URL',
      }),
    ),
  },
  { title: 'UrlRegexRequest', additionalProperties: false },
)
const UrlRegex = Type.Object({ regex: Type.String() }, { title: 'UrlRegex' })

export const getUrlWhitelist = operation({
  id: 'urlwhitelist.get',
  area: 'configuration',
  method: 'GET',
  path: '/system/urlwhitelist',
  summary: 'The URL whitelist',
  access: holds('urlwhitelist:read'),
  answers: { 200: UrlWhitelist },
})

export const updateUrlWhitelist = operation({
  id: 'urlwhitelist.update',
  area: 'configuration',
  method: 'PUT',
  path: '/system/urlwhitelist',
  summary: 'Replace the URL whitelist',
  access: holds('urlwhitelist:write'),
  audit: 'url-whitelist:update',
  body: UrlWhitelist,
  answers: { 204: NoBody, 400: refusedBody },
})

export const checkUrl = operation({
  id: 'tools.urlwhitelist_check',
  area: 'tools',
  method: 'POST',
  path: '/system/urlwhitelist/check',
  summary: 'Check whether the server may request a URL',
  access: signedIn,
  audit: READS_ONLY,
  body: UrlCheckRequest,
  answers: { 200: UrlCheck, 400: refusedBody },
})

export const generateUrlRegex = operation({
  id: 'tools.urlwhitelist_generate_regex',
  area: 'tools',
  method: 'POST',
  path: '/system/urlwhitelist/generate_regex',
  summary: 'Generate a regular expression for a URL with placeholders',
  access: signedIn,
  audit: READS_ONLY,
  body: UrlRegexRequest,
  answers: { 200: UrlRegex, 400: BeanValidationErrors },
})
