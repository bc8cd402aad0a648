/** Edits the URL whitelist. */
import {
  URL_WHITELIST_KEY,
  type UrlWhitelist,
  type UrlWhitelistEntry,
  updateUrlWhitelist,
} from '@logyard/contract/url-whitelist/url-whitelist'
import { Alert, Button, Checkbox } from '@mantine/core'
import { IconAlertTriangle, IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useCall } from '../base/services/services.tsx'
import { useText } from '../base/text/text.tsx'
import { useAction } from '../ui/action/use-action.ts'
import { EntityForm } from '../ui/form/entity-form.tsx'
import { FormDialog } from '../ui/form/form-dialog.tsx'
import { useEntityForm } from '../ui/form/use-entity-form.ts'
import { Loaded } from '../ui/page/loaded.tsx'
import { randomIds } from '../view-document/model/random-ids.ts'
import { URL_WHITELIST_QUERY_KEY, urlWhitelistQuery } from './url-whitelist-query.ts'
import { WhitelistEntries } from './whitelist-entries.tsx'
import { entryProblems } from './whitelist-problems.ts'

export function WhitelistDialog({ onClose }: { readonly onClose: () => void }) {
  const t = useText()
  const stored = useQuery(urlWhitelistQuery(useCall()))
  return (
    <FormDialog isOpen close={onClose} size="xl" title={t('whitelist.edit')}>
      <Loaded query={stored} lines={4}>
        {(data) => <WhitelistForm initial={data} />}
      </Loaded>
    </FormDialog>
  )
}

function WhitelistForm({ initial }: { readonly initial: UrlWhitelist }) {
  const t = useText()
  /** The entry that gets the focus. */
  const [added, setAdded] = useState<string>()
  const save = useSaveWhitelist()
  const form = useEntityForm({
    initial,
    isNew: false,
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
    <EntityForm form={form}>
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
