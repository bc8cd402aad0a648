import * as contract from '@logyard/contract/url-whitelist/url-whitelist'
import type { FastifyInstance } from 'fastify'
import { serve } from '../http/serve.ts'
import { urlRegex } from './url-regex.ts'
import type { UrlWhitelist } from './url-whitelist.ts'

export function urlWhitelistRoutes(
  api: FastifyInstance,
  whitelist: Pick<UrlWhitelist, 'read' | 'replace' | 'check'>,
): void {
  serve(api, contract.getUrlWhitelist, () => whitelist.read())

  serve(api, contract.updateUrlWhitelist, ({ body }) => whitelist.replace(body))

  serve(api, contract.checkUrl, async ({ body: { url }, caller: { userId }, signal }) => ({
    url,
    is_whitelisted: await whitelist.check(url, { userId, signal }),
  }))

  serve(api, contract.generateUrlRegex, ({ body: { url_template, placeholder } }) => ({
    regex: urlRegex(url_template, placeholder ?? ''),
  }))
}
