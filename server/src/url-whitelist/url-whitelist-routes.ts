import * as contract from '@logyard/contract/url-whitelist/url-whitelist'
import type { FastifyInstance } from 'fastify'
import { serve } from '../http/serve.ts'
import type { UrlWhitelist } from './url-whitelist.ts'

export function urlWhitelistRoutes(
  api: FastifyInstance,
  whitelist: Pick<UrlWhitelist, 'read' | 'replace' | 'check'>,
): void {
  serve(api, contract.getUrlWhitelist, () => whitelist.read())

  serve(api, contract.updateUrlWhitelist, async ({ body, request }) => {
    await whitelist.replace(body)
    request.log.info({ entries: body.entries.length, disabled: body.disabled }, 'URL whitelist changed')
  })

  serve(api, contract.checkUrl, async ({ body: { url }, caller: { userId }, signal }) => ({
    url,
    is_whitelisted: await whitelist.check(url, { userId, signal }),
  }))

  serve(api, contract.generateUrlRegex, ({ body: { url_template, placeholder } }) => ({
    regex: urlRegex(url_template, placeholder ?? ''),
  }))
}

/** A regular expression in Java syntax that matches the URL whole; `placeholder` in it stands for any text. */
function urlRegex(template: string, placeholder: string): string {
  const parts = placeholder === '' ? [template] : template.split(placeholder)
  return `^${parts.map(quoted).join('.*?')}$`
}

function quoted(text: string): string {
  if (text === '') return ''
  // A `\E` in the text would end the quote.
  return `\\Q${text.replaceAll('\\E', '\\E\\\\E\\Q')}\\E`
}
