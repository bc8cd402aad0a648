import {
  generateUrlRegex,
  getUrlWhitelist,
  type UrlWhitelistEntry,
  updateUrlWhitelist,
} from '@logyard/contract/url-whitelist/url-whitelist'
import { Button, Group, Text } from '@mantine/core'
import type { Call } from '../api/api-client.ts'
import { useMay } from '../base/session/current-user.tsx'
import { useText } from '../base/text/text.tsx'
import { useAction } from '../ui/action/use-action.ts'
import { randomIds } from '../view-document/model/random-ids.ts'
import { URL_WHITELIST_QUERY_KEY } from './url-whitelist-query.ts'

interface NewEntry {
  /** Without one, the URL is the title. */
  readonly title: string
  readonly url: string
  /** A text in the URL that stands for changing parts: the entry is then a regular expression. */
  readonly placeholder?: string | undefined
}

interface AllowUrlProps {
  readonly entry: NewEntry
  /** The host, if the entry allows all of its addresses. */
  readonly host?: string
}

/** Says that the whitelist lacks an address. Users who may change the whitelist can add the address at once. */
export function AllowUrl({ entry, host }: AllowUrlProps) {
  const t = useText()
  const canAllow = useMay()([getUrlWhitelist, updateUrlWhitelist])
  const allow = useAction({ run: addEntry, texts: 'whitelist.toast.allow', changes: [URL_WHITELIST_QUERY_KEY] })
  return (
    <Group gap="xs" role="status">
      <Text span size="xs" c="dimmed">
        {t(canAllow ? 'whitelist.notYet' : 'whitelist.notYet.others')}
      </Text>
      {canAllow && (
        <Button size="compact-xs" variant="light" loading={allow.isPending} onClick={() => allow.mutate(entry)}>
          {host === undefined ? t('whitelist.allow') : t('whitelist.allowHost', { host })}
        </Button>
      )}
    </Group>
  )
}

/** Titles of entries have a limit; addresses may be longer. */
const MAX_TITLE = 500

async function addEntry(call: Call, { title, url, placeholder }: NewEntry): Promise<void> {
  const isTemplate = placeholder !== undefined && url.includes(placeholder)
  const match: Pick<UrlWhitelistEntry, 'type' | 'value'> = isTemplate
    ? { type: 'regex', value: (await call(generateUrlRegex, { body: { url_template: url, placeholder } })).regex }
    : { type: 'literal', value: url }
  const { entries, disabled } = await call(getUrlWhitelist)
  const entry = { id: randomIds.uuid(), title: (title.trim() || url).slice(0, MAX_TITLE), ...match }
  await call(updateUrlWhitelist, { body: { entries: [...entries, entry], disabled } })
}
