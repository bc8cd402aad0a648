/** Edits the URL whitelist; opened from its card, and from fields whose URL is not listed, with an entry for that URL. */
import {
  generateUrlRegex,
  URL_WHITELIST_KEY,
  type UrlWhitelist,
  type UrlWhitelistEntry,
  updateUrlWhitelist,
} from '@logyard/contract/url-whitelist/url-whitelist'
import { Alert, Button, Checkbox } from '@mantine/core'
import { IconAlertTriangle, IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { callQuery } from '../api/call-query.ts'
import { useCall } from '../base/services/services.tsx'
import { useText } from '../base/text/text.tsx'
import { useFailureToast } from '../base/toasts/use-failure-toast.ts'
import { useAction } from '../ui/action/use-action.ts'
import { EntityForm } from '../ui/form/entity-form.tsx'
import { FormDialog } from '../ui/form/form-dialog.tsx'
import { useEntityForm } from '../ui/form/use-entity-form.ts'
import { Loaded } from '../ui/page/loaded.tsx'
import { LoadingLines } from '../ui/page/loading.tsx'
import { randomIds } from '../view-document/model/random-ids.ts'
import { URL_WHITELIST_QUERY_KEY, urlWhitelistQuery } from './url-whitelist-query.ts'
import { WhitelistEntries } from './whitelist-entries.tsx'
import { entryProblems } from './whitelist-problems.ts'

interface NewEntry {
  readonly title: string
  readonly url: string
  readonly placeholder: string | undefined
}

interface WhitelistDialogProps {
  /** Added below the stored entries. */
  readonly newEntry?: NewEntry
  readonly onClose: () => void
}

export function WhitelistDialog({ newEntry, onClose }: WhitelistDialogProps) {
  const t = useText()
  const stored = useQuery(urlWhitelistQuery(useCall()))
  const offered = useOfferedEntry(newEntry)
  return (
    <FormDialog
      isOpen
      close={onClose}
      size="xl"
      title={t(newEntry === undefined ? 'whitelist.edit' : 'whitelist.addUrl')}
    >
      <Loaded query={stored} lines={4}>
        {(data) =>
          offered === 'loading' ? <LoadingLines lines={4} /> : <WhitelistForm stored={data} offered={offered} />
        }
      </Loaded>
    </FormDialog>
  )
}

/** The entry for a new URL: the URL itself, or a regular expression if parts of it change. */
function useOfferedEntry(newEntry: NewEntry | undefined): Omit<UrlWhitelistEntry, 'id'> | 'loading' | undefined {
  const t = useText()
  const call = useCall()
  const { title = '', url = '', placeholder } = newEntry ?? {}
  const isTemplate = placeholder !== undefined && url.includes(placeholder)
  const regex = useQuery({
    ...callQuery(call, ['url-regex', url, placeholder], generateUrlRegex, {
      body: { url_template: url, placeholder: placeholder ?? null },
    }),
    enabled: isTemplate,
    retry: false,
  })
  useFailureToast(regex.error, (status) => status, t('whitelist.toast.regexFailed'))
  if (newEntry === undefined) return undefined
  if (!isTemplate || regex.isError) return { title, type: 'literal', value: url }
  return regex.data === undefined ? 'loading' : { title, type: 'regex', value: regex.data.regex }
}

interface WhitelistFormProps {
  readonly stored: UrlWhitelist
  readonly offered: Omit<UrlWhitelistEntry, 'id'> | undefined
}

function WhitelistForm({ stored, offered }: WhitelistFormProps) {
  const t = useText()
  const [initial] = useState<UrlWhitelist>(() => ({
    disabled: stored.disabled,
    entries: offered === undefined ? stored.entries : [...stored.entries, { ...offered, id: randomIds.uuid() }],
  }))
  /** The entry that gets the focus. */
  const [added, setAdded] = useState(offered === undefined ? undefined : initial.entries.at(-1)?.id)
  const save = useSaveWhitelist()
  const form = useEntityForm({
    initial,
    isNew: offered !== undefined,
    labels: { entries: t('whitelist.title') },
    problems: ({ entries }) => {
      const [wrong] = entries.map(entryProblems).flatMap(({ title, value }) => title ?? value ?? [])
      return { entries: wrong && t(`whitelist.problem.${wrong}`) }
    },
    save: save.mutateAsync,
  })
  const { entries, disabled } = form.values
  const add = (isFirst: boolean) => {
    const entry: UrlWhitelistEntry = { id: randomIds.uuid(), type: 'literal', title: '', value: '' }
    form.change({ entries: isFirst ? [entry, ...entries] : [...entries, entry] })
    setAdded(entry.id)
  }
  const addButton = (isFirst: boolean) => (
    <div>
      <Button size="xs" variant="default" leftSection={<IconPlus size={14} />} onClick={() => add(isFirst)}>
        {t('whitelist.add')}
      </Button>
    </div>
  )
  return (
    <EntityForm form={form} saveLabel={t('whitelist.save')}>
      <Checkbox label={t('whitelist.disable')} description={t('whitelist.disable.help')} {...form.flag('disabled')} />
      {disabled && (
        <Alert color="amber" icon={<IconAlertTriangle />}>
          {t('whitelist.disable.warning')}
        </Alert>
      )}
      {entries.length > 2 && addButton(true)}
      <WhitelistEntries
        entries={entries}
        added={added}
        isTried={form.isTried}
        onChange={(changed) => form.change({ entries: [...changed] })}
      />
      {addButton(false)}
    </EntityForm>
  )
}

const useSaveWhitelist = () =>
  useAction({
    run: (call, body: UrlWhitelist) => call(updateUrlWhitelist, { body }),
    texts: 'whitelist.toast.save',
    values: () => ({ key: URL_WHITELIST_KEY }),
    changes: [URL_WHITELIST_QUERY_KEY],
  })
