/** Edits the URL whitelist; opened from its card, and from fields whose URL is not listed, with an entry for that URL. */
import {
  generateUrlRegex,
  URL_WHITELIST_KEY,
  type UrlWhitelist,
  type UrlWhitelistEntry,
  updateUrlWhitelist,
} from '@logyard/contract/url-whitelist/url-whitelist'
import { Alert, Button, Checkbox, Group, Modal, Stack } from '@mantine/core'
import { IconAlertTriangle, IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type SubmitEventHandler, useState } from 'react'
import { useCall } from '../base/services/services.tsx'
import { useText } from '../base/text/text.tsx'
import { useFailureToast } from '../base/toasts/use-failure-toast.ts'
import { useReportedMutation } from '../base/toasts/use-reported-mutation.ts'
import { SaveButton } from '../ui/form/save-button.tsx'
import { LoadFailed } from '../ui/page/load-failed.tsx'
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
  const call = useCall()
  const stored = useQuery(urlWhitelistQuery(call))
  const offered = useOfferedEntry(newEntry)
  const isReady = stored.isSuccess && offered !== 'loading'
  return (
    <Modal
      opened
      onClose={onClose}
      size="xl"
      title={t(newEntry === undefined ? 'whitelist.edit' : 'whitelist.addUrl')}
      closeButtonProps={{ 'aria-label': t('ui.close') }}
    >
      {stored.isError && <LoadFailed error={stored.error} onRetry={stored.refetch} />}
      {!isReady && !stored.isError && <LoadingLines lines={4} />}
      {isReady && <WhitelistForm stored={stored.data} offered={offered} onClose={onClose} />}
    </Modal>
  )
}

/** The entry for a new URL: the URL itself, or a regular expression if parts of it change. */
function useOfferedEntry(newEntry: NewEntry | undefined): Omit<UrlWhitelistEntry, 'id'> | 'loading' | undefined {
  const t = useText()
  const call = useCall()
  const { title = '', url = '', placeholder } = newEntry ?? {}
  const isTemplate = placeholder !== undefined && url.includes(placeholder)
  const regex = useQuery({
    queryKey: ['url-regex', url, placeholder],
    queryFn: ({ signal }) =>
      call(generateUrlRegex, { body: { url_template: url, placeholder: placeholder ?? null }, signal }),
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
  readonly onClose: () => void
}

function WhitelistForm({ stored, offered, onClose }: WhitelistFormProps) {
  const t = useText()
  const [disabled, setDisabled] = useState(stored.disabled)
  const [entries, setEntries] = useState<readonly UrlWhitelistEntry[]>(() =>
    offered === undefined ? stored.entries : [...stored.entries, { ...offered, id: randomIds.uuid() }],
  )
  /** The entry that gets the focus. */
  const [added, setAdded] = useState(() => (offered === undefined ? undefined : entries.at(-1)?.id))
  const save = useSaveWhitelist()
  const isValid = entries.every((entry) => Object.keys(entryProblems(entry)).length === 0)
  const add = (isFirst: boolean) => {
    const entry: UrlWhitelistEntry = { id: randomIds.uuid(), type: 'literal', title: '', value: '' }
    setEntries(isFirst ? [entry, ...entries] : [...entries, entry])
    setAdded(entry.id)
  }
  const submit: SubmitEventHandler<HTMLFormElement> = (event) => {
    event.preventDefault()
    // The form around the field that opened the dialog must not be submitted too.
    event.stopPropagation()
    if (isValid) save.mutate({ entries: [...entries], disabled }, { onSuccess: onClose })
  }
  const addButton = (isFirst: boolean) => (
    <div>
      <Button size="xs" variant="default" leftSection={<IconPlus size={14} />} onClick={() => add(isFirst)}>
        {t('whitelist.add')}
      </Button>
    </div>
  )
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <Checkbox
          label={t('whitelist.disable')}
          description={t('whitelist.disable.help')}
          checked={disabled}
          onChange={({ currentTarget }) => setDisabled(currentTarget.checked)}
        />
        {disabled && (
          <Alert color="amber" variant="light" icon={<IconAlertTriangle />}>
            {t('whitelist.disable.warning')}
          </Alert>
        )}
        {entries.length > 2 && addButton(true)}
        <WhitelistEntries entries={entries} added={added} onChange={setEntries} />
        {addButton(false)}
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={onClose}>
            {t('ui.cancel')}
          </Button>
          <SaveButton label={t('whitelist.save')} isSaving={save.isPending} isDisabled={!isValid} />
        </Group>
      </Stack>
    </form>
  )
}

function useSaveWhitelist() {
  const t = useText()
  const call = useCall()
  return useReportedMutation({
    run: (body: UrlWhitelist) => call(updateUrlWhitelist, { body }),
    succeeded: () => t('whitelist.toast.saved'),
    failed: (_, status) => ({
      title: t('whitelist.toast.saveFailed.title', { key: URL_WHITELIST_KEY }),
      text: t('whitelist.toast.saveFailed', { status }),
    }),
    changes: [URL_WHITELIST_QUERY_KEY],
  })
}
